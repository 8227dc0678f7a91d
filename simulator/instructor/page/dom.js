// Elements in one line, and the signs that stand beside every colour.

const SVG = "http://www.w3.org/2000/svg";

/** Return an element; `on...` keys are listeners, other keys properties or attributes. */
export function h(tag, keys = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(keys)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key in made) made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children.flat().filter((child) => child != null));
  return made;
}

/** Set an element's text, and touch the page only if it is another one. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Put one class of a group on an element. */
export function dress(element, name) {
  if (element.className !== name) element.className = name;
}

const OUTLINES = {
  ok: ["M8 1a7 7 0 1 0 0 14A7 7 0 1 0 8 1z", "M4.8 8.2 7 10.4l4.2-4.6"],
  bad: ["M5 1h6l4 4v6l-4 4H5l-4-4V5z", "m5.5 5.5 5 5m0-5-5 5"],
  warn: ["M8 1.5 15 14H1z", "M8 6v4m0 1.6v.6"],
  info: ["M3 1h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H3a2 2 0 0 1-2-2V3a2 2 0 0 1 2-2z",
    "M8 4.2v.8m0 2v4.6"],
  none: ["M8 3a5 5 0 1 0 0 10A5 5 0 1 0 8 3z", ""],
};

/** Return a sign: a shape of its own for each meaning, so that no colour stands alone. */
export function sign(kind) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", `sign ${kind}`);
  svg.setAttribute("aria-hidden", "true");
  for (const d of OUTLINES[kind]) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", d);
    svg.append(path);
  }
  return svg;
}
