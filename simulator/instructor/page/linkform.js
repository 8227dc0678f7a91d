// The data link between desk and robots: ready profiles, and every number of one's own.

import { h } from "./dom.js";
import { say } from "./texts.js";

const PROFILES = {
  perfect: null,
  late_link: { commands: { delay: 0.3 }, cameras: { delay: 0.3 } },
  weak: { commands: { delay: 0.2, jitter: 0.2, loss: 0.1 }, cameras: { delay: 0.4, blocks: 12, rate: 8 } },
  bad_link: { commands: { delay: 0.6, jitter: 0.4, loss: 0.3 }, cameras: { delay: 1, blocks: 24, noise: 0.3, rate: 2 } },
};
const FIELDS = [
  ["commands", "delay", 10], ["commands", "jitter", 10], ["commands", "loss", 1],
  ["cameras", "delay", 10], ["cameras", "noise", 1], ["cameras", "blocks", 256],
];

export class LinkForm {
  constructor(order) {
    this.order = order;
    this.element = h("div", { className: "form" });
    this.shown = "";
    this.profile = null;
    this.translate();
  }

  translate() {
    this.ready = Object.keys(PROFILES).map((name) => h("button", {
      textContent: say(name), onclick: () => this.order("link", { profile: PROFILES[name] }),
    }));
    this.inputs = FIELDS.map(([way, name, max]) => {
      const input = h("input", { type: "number", step: "any", min: 0, max });
      return { way, name, input, label: h("label", {}, h("span", { textContent: say(name) }), input) };
    });
    this.frozen = h("input", { type: "checkbox" });
    const of = (way) => this.inputs.filter((one) => one.way === way).map((one) => one.label);
    this.element.replaceChildren(
      h("div", { className: "buttons" }, this.ready),
      h("h4", { textContent: say("to_robot") }), h("div", { className: "numbers" }, of("commands")),
      h("h4", { textContent: say("from_robot") }), h("div", { className: "numbers" }, of("cameras"),
        h("label", { className: "check" }, this.frozen, h("span", { textContent: say("is_frozen") }))),
      h("div", { className: "buttons" },
        h("button", { textContent: say("apply"), onclick: () => this.apply() })));
    this.fill();
  }

  apply() {
    const profile = { commands: {}, cameras: { frozen: this.frozen.checked } };
    for (const { way, name, input } of this.inputs) {
      if (input.value !== "" && Number(input.value) !== 0) profile[way][name] = Number(input.value);
    }
    const rate = this.profile?.cameras?.rate;
    if (rate) profile.cameras.rate = rate;
    this.order("link", { profile });
  }

  show(profile) {
    const key = JSON.stringify(profile);
    if (key === this.shown) return;
    this.shown = key;
    this.profile = profile;
    this.fill();
  }

  fill() {
    for (const { way, name, input } of this.inputs) input.value = this.profile?.[way]?.[name] ?? 0;
    this.frozen.checked = Boolean(this.profile?.cameras?.frozen);
    const same = (a, b) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
    Object.values(PROFILES).forEach((one, i) =>
      this.ready[i].classList.toggle("on", same(one, this.profile)));
  }
}
