// The page: a pane for each program, tabs between them, the language.

import { h } from "./dom.js";
import { Pane } from "./pane.js";
import { say, tongue } from "./texts.js";

const bar = document.getElementById("bar");
const main = document.getElementById("panes");
const query = new URLSearchParams(location.search || location.hash.slice(1));
const panes = [];
let shown = -1; // which pane; -1: all of them side by side

/** Return {host, token, role} of `host:port`, `host:port/TOKEN` or a whole printed address. */
function readPlace(text) {
  const url = new URL(text.includes("://") ? text : `http://${text}`);
  const token = url.searchParams.get("token") ?? url.pathname.slice(1);
  return { host: url.host, token, role: query.get("role") ?? "instructor" };
}

function add(place) {
  if (panes.some((pane) => pane.place.host === place.host)) return;
  const pane = new Pane(place, () => draw());
  panes.push(pane);
  main.append(pane.element);
  draw();
}

function remove(pane) {
  pane.close();
  panes.splice(panes.indexOf(pane), 1);
  shown = -1;
  remember();
  draw();
}

/** Keep the others in the address, so that a reload shows them again. */
function remember() {
  query.delete("with");
  for (const { place } of panes.slice(1)) {
    query.append("with", place.token ? `${place.host}/${place.token}` : place.host);
  }
  history.replaceState(null, "", `?${query}`);
}

function draw() {
  const isMany = panes.length > 1;
  main.className = isMany && shown < 0 ? "many" : "one";
  panes.forEach((pane, i) => { pane.element.hidden = isMany && shown >= 0 && i !== shown; });
  panes.forEach((pane) => pane.plan.draw());
  if (bar.contains(document.activeElement) && document.activeElement.tagName === "INPUT") return;
  const tab = (text, at, state) => h("button", {
    className: `tab ${state} ${shown === at ? "on" : ""}`, textContent: text,
    onclick: () => { shown = at; draw(); },
  });
  const input = h("input", { type: "text", placeholder: say("add_hint"), className: "address" });
  const take = () => {
    const text = input.value.trim();
    input.blur();
    if (!text) return;
    try {
      shown = -1;
      add(readPlace(text));
      remember();
    } catch {
      input.value = text;
    }
  };
  input.onkeydown = (event) => event.key === "Enter" && take();
  const current = panes[shown];
  bar.replaceChildren(
    h("strong", { textContent: say("title") }),
    h("nav", { className: "tabs" }, isMany ? tab(say("all"), -1, "") : null,
      isMany ? panes.map((pane, i) => tab(`${i + 1} ${pane.name}`, i, pane.line.name)) : null),
    h("span", { className: "space" }),
    isMany && shown > 0 ? h("button", { textContent: say("remove"), onclick: () => remove(current) }) : "",
    input, h("button", { className: "add", textContent: say("add"), onclick: take }),
    h("span", { className: `pill ${panes[0]?.role}`, textContent: say(panes[0]?.role ?? "observer") }),
    h("button", { className: "language", textContent: tongue.now === "ru" ? "EN" : "RU", onclick: turn }),
  );
}

function turn() {
  tongue.now = tongue.now === "ru" ? "en" : "ru";
  localStorage.setItem("language", tongue.now);
  translate();
}

function translate() {
  document.documentElement.lang = tongue.now;
  document.title = say("title");
  panes.forEach((pane) => pane.translate());
  draw();
}

if (["ru", "en"].includes(query.get("language"))) tongue.now = query.get("language");
add({ host: location.host, token: query.get("token") ?? "", role: query.get("role") ?? "instructor" });
query.getAll("with").filter(Boolean).forEach((text) => add(readPlace(text)));
translate();

window.page = { panes }; // for whoever looks at it in the console of the browser
