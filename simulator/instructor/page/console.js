// What controls and indicators of the console stand at: read only, a row each, cards by group.

import { dress, h, sign, write } from "./dom.js";
import { figure, language, say } from "./texts.js";

const LAMPS = { normal: "ok", advisory: "info", caution: "warn", warning: "bad" };
const BARS = new Set(["lever", "slider", "knob", "gauge", "bar_gauge"]);

export class ConsoleView {
  constructor() {
    this.rows = [];
    this.owner = "";
    this.tabs = h("div", { className: "tabs small" });
    this.body = h("div", { className: "console" });
    this.element = h("div", {}, this.tabs, this.body);
  }

  open(scene) {
    this.consoles = scene.consoles;
    if (!this.consoles.some((one) => one.owner === this.owner)) {
      this.owner = this.consoles[0]?.owner ?? "";
    }
    this.build();
  }

  build() {
    this.rows = [];
    const many = this.consoles.length > 1;
    this.tabs.hidden = !many;
    this.tabs.replaceChildren(...(many ? this.consoles : []).map((one) => h("button", {
      className: one.owner === this.owner ? "tab on" : "tab",
      textContent: one.title[language.now],
      onclick: () => { this.owner = one.owner; this.build(); this.show(this.values); },
    })));
    const shown = this.consoles.find((one) => one.owner === this.owner);
    const groups = [...(shown?.groups ?? []), { name: "", title: { ru: "", en: "" } }];
    this.body.replaceChildren(...groups.map((group) => {
      const widgets = shown ? shown.widgets.filter((one) => one.group === group.name) : [];
      return widgets.length ? h("section", { className: "group" },
        h("h3", { textContent: group.title[language.now] }), widgets.map((one) => this.row(one)))
        : null;
    }).filter(Boolean));
  }

  row(widget) {
    const value = h("span", { className: "value" });
    const unit = h("span", { className: "unit", textContent: widget.unit[language.now] });
    const lit = ["lamp", "annunciator"].includes(widget.type) ? h("span", { className: "light" }) : null;
    const bar = BARS.has(widget.type) && widget.slots.length === 1
      ? h("span", { className: "travel" }, h("i")) : null;
    const element = h("div", { className: "widget" }, lit,
      h("span", { className: "name", textContent: widget.label[language.now] }), bar, value, unit);
    const meaning = LAMPS[widget.kind];
    lit?.append(sign(meaning));
    this.rows.push({ widget, element, value, bar: bar?.firstChild, meaning });
    return element;
  }

  show(values) {
    this.values = values;
    if (!values) return;
    for (const row of this.rows) this.fill(row, row.widget.slots.map((slot) => values[slot]));
  }

  fill({ widget, element, value, bar, meaning }, numbers) {
    const raw = numbers[0] ?? widget.constant;
    const shown = raw == null ? null : raw * widget.scale;
    let text = "", look = "widget";
    if (["lamp", "annunciator"].includes(widget.type)) {
      look = raw > 0.5 ? `widget lit ${meaning}` : "widget unlit";
    } else if (["key_switch", "rotary_selector"].includes(widget.type)
      || (widget.type === "display" && widget.positions.length)) {
      text = widget.positions[Math.round(raw)]?.[language.now] || figure(raw, 0);
    } else if (["toggle", "push_button", "emergency_stop"].includes(widget.type)) {
      const [off, on] = widget.type === "emergency_stop" ? ["stop_out", "stop_in"] : ["switch_off", "switch_on"];
      text = widget.positions[raw > 0.5 ? 1 : 0]?.[language.now] || say(raw > 0.5 ? on : off);
      if (raw > 0.5) look = widget.type === "emergency_stop" ? "widget lit bad" : "widget on";
    } else if (["lever", "slider", "knob"].includes(widget.type)) {
      text = numbers.map((one) => figure(one, 2)).join("  ");
      if (numbers.some((one) => Math.abs(one) > 0.02)) look = "widget on";
    } else {
      text = figure(shown, widget.decimals);
      const zone = widget.zones.find(({ range }) => shown >= range[0] && shown <= range[1]);
      if (zone && zone.level !== "normal") look = `widget lit ${LAMPS[zone.level]}`;
    }
    write(value, text);
    dress(element, look);
    if (bar) this.move(bar, widget, shown);
  }

  move(bar, widget, value) {
    const [low, high] = widget.range;
    const share = (x) => 100 * Math.min(1, Math.max(0, (x - low) / (high - low || 1)));
    const zero = share(Math.min(Math.max(0, low), high)), at = share(value ?? 0);
    bar.style.left = `${Math.min(zero, at)}%`;
    bar.style.width = `${Math.abs(at - zero)}%`;
  }

  translate() {
    if (!this.consoles) return;
    this.build();
    this.show(this.values);
  }
}

