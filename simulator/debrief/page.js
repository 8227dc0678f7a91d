// One time cursor through timeline, plots and plan; without a script the page is complete, too.
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const drawings = document.querySelectorAll("svg.timed"); // of wide screens, of narrow ones
const plans = document.querySelectorAll("svg.plan");
const still = [...document.querySelectorAll("svg.timed .plot-value, svg.timed .plot-below")]
  .map((one) => [one, one.textContent]);
const width = (drawing) => drawing.viewBox.baseVal.width;
const axis = (drawing) => width(drawing) - data.width + data.right - data.left;

const write = (value) => value.toLocaleString(data.language, {
  maximumFractionDigits: Math.abs(value) >= 99.5 ? 0 : Math.abs(value) >= 9.95 ? 1 : 2,
  useGrouping: false,
}).replace("-", "\u2212");

function show(time) {
  const row = Math.min(data.count - 1, Math.max(0, Math.round(time / data.end * (data.count - 1))));
  for (const drawing of drawings) {
    const x = data.left + axis(drawing) * time / data.end;
    for (const line of drawing.querySelectorAll(".cursor")) {
      line.setAttribute("x1", x);
      line.setAttribute("x2", x);
      line.setAttribute("visibility", "visible");
    }
    const label = drawing.querySelector(".cursor-time");
    if (label) {
      const whole = Math.round(time);
      label.setAttribute("x", x);
      label.textContent = Math.floor(whole / 60) + ":" + String(whole % 60).padStart(2, "0");
    }
    drawing.querySelectorAll(".plot-value").forEach((one, k) => {
      one.textContent = write(data.traces[k][row]);
    });
    drawing.querySelectorAll(".plot-below").forEach((one, k) => {
      const other = data.experts[k]?.[row];
      one.textContent = other === undefined ? "" : `${data.expert} ${write(other)}`;
    });
  }
  for (const plan of plans) {
    const { width: wide, height: high } = plan.viewBox.baseVal;
    const scale = Math.min(wide / data.span[0], high / data.span[1]);
    const dot = plan.querySelector(".cursor-dot");
    dot.setAttribute("cx", wide / 2 + scale * data.path[row][0]);
    dot.setAttribute("cy", high / 2 + scale * data.path[row][1]);
    dot.setAttribute("visibility", "visible");
  }
}

function hide() {
  document.querySelectorAll(".cursor, .cursor-dot").forEach((one) => {
    one.setAttribute("visibility", "hidden");
  });
  document.querySelectorAll(".cursor-time").forEach((one) => { one.textContent = ""; });
  for (const [one, text] of still) one.textContent = text;
}

document.querySelector(".theme").addEventListener("click", () => {
  document.documentElement.classList.toggle("light");
});
for (const drawing of drawings) {
  drawing.addEventListener("pointermove", (event) => {
    const box = drawing.getBoundingClientRect();
    const x = (event.clientX - box.left) * width(drawing) / box.width;
    const share = (x - data.left) / axis(drawing);
    if (share >= 0 && share <= 1) show(share * data.end);
  });
  drawing.addEventListener("pointerleave", hide);
}
addEventListener("beforeprint", hide);
for (const button of document.querySelectorAll("button[data-time]")) {
  button.addEventListener("click", () => {
    show(Number(button.dataset.time));
    document.querySelector(".timeline").scrollIntoView({ behavior: "smooth", block: "center" });
  });
}
