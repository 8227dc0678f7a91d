// One time cursor through timeline, plots and plan; without a script the page is complete, too.
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const drawings = document.querySelectorAll("svg.timed.screen");
const dot = document.querySelector("svg.plan.screen .cursor-dot");
const values = document.querySelectorAll("svg.timed.screen .plot-value");
const below = document.querySelectorAll("svg.timed.screen .plot-below");
const still = [...values, ...below].map((one) => [one, one.textContent]);

const write = (value) => value.toLocaleString(data.language, {
  maximumFractionDigits: Math.abs(value) >= 99.5 ? 0 : Math.abs(value) >= 9.95 ? 1 : 2,
  useGrouping: false,
}).replace("-", "\u2212");

function show(time) {
  const x = data.left + (data.right - data.left) * time / data.end;
  const row = Math.min(data.count - 1, Math.max(0, Math.round(time / data.end * (data.count - 1))));
  for (const drawing of drawings) {
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
  }
  values.forEach((one, k) => { one.textContent = write(data.traces[k][row]); });
  below.forEach((one, k) => {
    const other = data.experts[k]?.[row];
    one.textContent = other === undefined ? "" : `${data.expert} ${write(other)}`;
  });
  dot.setAttribute("cx", data.path[row][0]);
  dot.setAttribute("cy", data.path[row][1]);
  dot.setAttribute("visibility", "visible");
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
    const x = (event.clientX - box.left) * data.width / box.width;
    const share = (x - data.left) / (data.right - data.left);
    if (share >= 0 && share <= 1) show(share * data.end);
  });
  drawing.addEventListener("pointerleave", hide);
}
for (const button of document.querySelectorAll("button[data-time]")) {
  button.addEventListener("click", () => {
    show(Number(button.dataset.time));
    document.querySelector(".timeline").scrollIntoView({ behavior: "smooth", block: "center" });
  });
}
