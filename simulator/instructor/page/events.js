// What has happened, the newest first.

import { h, sign } from "./dom.js";
import { clock, componentName, figure, knows, language, say } from "./texts.js";

const KEPT = 300;
const SIGNS = {
  fault: "bad", breach: "bad", stage: "ok", clear: "ok", message: "info", bookmark: "info",
  hint: "info", link: "warn", focus_lost: "warn",
  hardware_lost: "bad", hardware_back: "ok",
};

export class EventList {
  constructor() {
    this.lines = [];
    this.list = h("ol", { className: "events" });
    this.element = this.list;
    this.exercise = null;
    this.components = [];
  }

  open(scene) {
    this.exercise = scene.exercise;
    this.components = scene.components;
    this.translate();
  }

  take(lines) {
    const last = this.lines.at(-1)?.number ?? 0;
    const fresh = lines.filter((line) => line.number > last);
    this.lines = [...this.lines, ...fresh].slice(-KEPT);
    this.list.prepend(...fresh.reverse().map((line) => this.row(line)));
    while (this.list.children.length > KEPT) this.list.lastChild.remove();
  }

  forget() {
    this.lines = [];
    this.list.replaceChildren();
  }

  row(line) {
    const kind = line.kind === "score"
      ? (line.about.outcome === "passed" ? "ok" : "bad") : SIGNS[line.kind] ?? "none";
    const what = knows(`event_${line.kind}`) ? say(`event_${line.kind}`) : line.kind;
    return h("li", { className: `event ${line.kind}` },
      h("time", { textContent: clock(line.time) }), sign(kind),
      h("span", { className: "what", textContent: what }),
      h("span", { className: "about", textContent: this.about(line) }));
  }

  about({ kind, text, about }) {
    if (about.component) {
      return `${componentName(this.components, about.component)}: ${kindName(about.kind)}`;
    }
    if (kind === "clear") return text || say("all_faults");
    if (kind === "score") {
      return `${say(`outcome_${about.outcome}`)}, ${say("mark")} ${figure(about.mark, 1)}`;
    }
    if (kind === "breach") return this.exercise?.limits[text]?.[language.now] ?? text;
    if (kind === "stage") {
      return this.exercise?.stages.find((stage) => stage.name === text)?.[language.now] ?? text;
    }
    return text;
  }

  translate() {
    const lines = this.lines;
    this.forget();
    this.take(lines);
  }
}

/** Return the name of a kind of fault; `noise` alone is also a number's name. */
export const kindName = (kind) => say(kind === "noise" ? "kind_noise" : kind);
