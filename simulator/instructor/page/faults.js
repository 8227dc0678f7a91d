// Faults: what can break, how, how much; what is broken now.

import { h } from "./dom.js";
import { kindName } from "./events.js";
import { componentName, language, say } from "./texts.js";

const STARTS = { amount: 0.1, time_constant: 0.5, delay: 0.5, period: 1, share: 0.5, seed: 0 };
const FAMILY = { link: "link_family" };

export class FaultForm {
  constructor(order) {
    this.order = order;
    this.count = 0;
    this.component = h("select", { className: "component", onchange: () => this.list() });
    this.kind = h("select", { className: "kind", onchange: () => this.ask() });
    this.numbers = h("div", { className: "numbers" });
    this.about = h("p", { className: "caption" });
    this.go = h("button", { className: "inject", onclick: () => this.inject() });
    this.present = h("div", { className: "present" });
    this.labels = [h("span"), h("span")];
    this.element = h("div", { className: "form" },
      h("label", {}, this.labels[0], this.component), h("label", {}, this.labels[1], this.kind),
      this.numbers, this.about, h("div", { className: "buttons" }, this.go), this.present);
    this.shown = "";
  }

  open(scene) {
    this.scene = scene;
    this.translate();
  }

  translate() {
    if (!this.scene) return;
    const { components, matrix } = this.scene;
    const [chosen, kind] = [this.component.value, this.kind.value];
    this.component.replaceChildren(...Object.keys(matrix).map((family) => {
      const names = components.filter((one) => one.family === family);
      return names.length ? h("optgroup", { label: say(FAMILY[family] ?? family) },
        names.map((one) => h("option", { value: `${family}|${one.name}`, textContent: one.label[language.now] })))
        : null;
    }).filter(Boolean));
    if (chosen) this.component.value = chosen;
    this.list(kind);
    this.labels[0].textContent = say("component");
    this.labels[1].textContent = say("fault_kind");
    this.go.textContent = say("inject");
    const faults = this.faults;
    this.shown = "";
    this.show(faults ?? {});
  }

  list(wanted) {
    const kinds = this.scene.matrix[this.component.value.split("|")[0]] ?? {};
    this.kind.replaceChildren(...Object.keys(kinds).map((kind) =>
      h("option", { value: kind, textContent: kindName(kind) })));
    if (kinds[wanted]) this.kind.value = wanted;
    this.ask();
  }

  get cell() {
    return this.scene.matrix[this.component.value.split("|")[0]]?.[this.kind.value];
  }

  ask() {
    this.numbers.replaceChildren(...(this.cell?.uses ?? []).map((name) =>
      h("label", {}, h("span", { textContent: say(name) }),
        h("input", { type: "number", step: "any", name, value: STARTS[name] }))));
    this.about.textContent = this.cell?.text[language.now] ?? "";
  }

  inject() {
    const component = this.component.value.split("|")[1];
    const kind = this.kind.value;
    const name = this.faults?.[`${component}.${kind}`]
      ? `${component}.${kind}.${++this.count}` : `${component}.${kind}`;
    const numbers = [...this.numbers.querySelectorAll("input")]
      .filter((one) => one.value !== "").map((one) => [one.name, Number(one.value)]);
    this.order("fault", { name: name.slice(0, 64), component, kind, ...Object.fromEntries(numbers) });
  }

  show(faults) {
    this.faults = faults;
    const key = JSON.stringify(faults);
    if (key === this.shown) return;
    this.shown = key;
    const rows = Object.entries(faults).map(([name, fault]) => h("div", { className: "fault" },
      h("span", { textContent: `${componentName(this.scene?.components ?? [], fault.component)}: ${kindName(fault.kind)}` }),
      h("button", { textContent: say("clear"), onclick: () => this.order("clear", { name }) })));
    if (rows.length > 1) {
      rows.push(h("div", { className: "buttons" }, h("button", {
        textContent: say("clear_all"), onclick: () => this.order("clear", { name: "" }),
      })));
    }
    this.present.replaceChildren(...(rows.length ? rows
      : [h("p", { className: "caption", textContent: say("no_faults") })]));
  }
}
