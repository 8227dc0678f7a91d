// The page: a pane for each program, tabs between them, the language.

import { dress, h, write } from "./dom.js";
import { Pane } from "./pane.js";
import { language, say } from "./texts.js";

const bar = document.getElementById("bar");
const main = document.getElementById("panes");
const query = new URLSearchParams(location.search || location.hash.slice(1));
const panes = [];
const role = query.get("role") ?? "instructor";
const PORT = 8787; // where a program serves if nothing else is said
let shown = -1; // which pane; -1: all of them side by side

const title = h("strong");
const tabs = h("nav", { className: "tabs" });
const removing = h("button", { hidden: true, onclick: () => remove(panes[shown]) });
const address = h("input", {
  type: "text", className: "address", oninput: () => address.setCustomValidity(""),
  onkeydown: (event) => event.key === "Enter" && take(),
});
const adding = h("button", { className: "add", onclick: take });
const pill = h("span");
const turning = h("button", { className: "language", onclick: turn });
bar.append(title, tabs, h("span", { className: "space" }), removing, address, adding, pill, turning);

/** Return {host, token, role} of `host:port`, `host:port/TOKEN` or a whole printed address; else null. */
function readPlace(text) {
  let url;
  try {
    url = new URL(text.includes("://") ? text : `http://${text}`);
  } catch {
    return null;
  }
  if (/[%\s]/.test(url.host)) return null;
  const host = url.port || /:80\b/.test(text) ? url.host : `${url.host}:${PORT}`;
  const token = url.searchParams.get("token") ?? url.pathname.slice(1);
  return { host, token, role };
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
  const tab = (text, at, state) => h("button", {
    className: `tab ${state} ${shown === at ? "on" : ""}`, textContent: text,
    onclick: () => { shown = at; draw(); },
  });
  const focus = [...tabs.children].indexOf(document.activeElement);
  tabs.replaceChildren(...(isMany ? [tab(say("all"), -1, ""),
    ...panes.map((pane, i) => tab(`${i + 1} ${pane.name}`, i, pane.line.name))] : []));
  tabs.children[focus]?.focus(); // whoever walks by keys stays where he was
  removing.hidden = !isMany || shown < 1;
  const own = panes[Math.max(0, shown)]?.role ?? role;
  dress(pill, `pill ${own}`);
  write(pill, say(own));
}

/** Take the typed address, or say that it is none. */
function take() {
  const text = address.value.trim();
  const place = text && readPlace(text);
  if (place === null) {
    address.setCustomValidity(say("no_address"));
    address.reportValidity();
  }
  if (!place) return;
  address.value = "";
  shown = -1;
  add(place);
  remember();
}

function turn() {
  language.now = language.now === "ru" ? "en" : "ru";
  localStorage.setItem("language", language.now);
  translate();
}

function translate() {
  document.documentElement.lang = language.now;
  document.title = say("title");
  write(title, say("title"));
  write(removing, say("remove"));
  write(adding, say("add"));
  write(turning, language.now === "ru" ? "EN" : "RU");
  address.placeholder = address.ariaLabel = say("add_hint");
  panes.forEach((pane) => pane.translate());
  draw();
}

if (["ru", "en"].includes(query.get("language"))) language.now = query.get("language");
add({ host: location.host, token: query.get("token") ?? "", role });
for (const text of query.getAll("with").filter(Boolean)) {
  add(readPlace(text) ?? { host: text, token: "", role });
}
translate();

window.page = { panes }; // for whoever looks at it in the console of the browser
