// How the attempt goes: stage, clock, verdict, and every metric against its band.

import { dress, h, sign, write } from "./dom.js";
import { clock, figure, knows, language, say, unitOf } from "./texts.js";

/** Return the ends of a metric's scale: the band takes its middle, as far as it has two edges. */
function scaleOf({ min, max }, value) {
  if (min == null && max == null) return [0, Math.max(1, value * 1.5)];
  if (min == null) return [Math.min(0, value), Math.max(max * 1.5, value, max + 1e-6)];
  if (max == null) return [Math.min(0, value), Math.max(min * 2, value, min + 1e-6)];
  const room = (max - min) * 0.4;
  return [Math.min(min - room, value), Math.max(max + room, value)];
}

function decimalsOf(value, unit) {
  if (!unit.en && Number.isInteger(value)) return 0; // a count
  const size = Math.abs(value);
  return size >= 100 ? 0 : size >= 10 ? 1 : 2;
}

export class ExerciseView {
  constructor() {
    this.head = h("div", { className: "verdict" });
    this.pills = h("div", { className: "pills" });
    this.stage = h("p", { className: "task" });
    this.table = h("div", { className: "metrics" });
    this.element = h("div", {}, this.head, this.pills, this.stage, this.table);
    this.exercise = null;
  }

  open(scene) {
    this.exercise = scene.exercise;
    this.hasChoice = scene.exercises.length > 0;
    this.build();
  }

  build() {
    const exercise = this.exercise;
    this.attempt = undefined;
    this.pills.replaceChildren(...(exercise?.stages ?? []).map(() => h("i")));
    this.rows = (exercise?.metrics ?? []).map((metric) => this.row(metric));
    this.table.replaceChildren(...this.rows.map((row) => row.element));
    this.show(null);
  }

  row(metric) {
    const mark = h("span", { className: "mark" }, sign("none"));
    const value = h("span", { className: "value" });
    const band = h("i", { className: "band" }), pointer = h("i", { className: "pointer" });
    const element = h("div", { className: "metric" }, mark,
      h("span", { className: "name", textContent: metric.label[language.now] }), value,
      h("span", { className: "unit", textContent: unitOf(metric.unit) }),
      h("span", { className: "scale" }, band, pointer));
    return { metric, element, mark, value, band, pointer, meaning: "none" };
  }

  show(attempt) {
    this.attempt = attempt;
    const exercise = this.exercise;
    if (!exercise) {
      write(this.head, say(this.hasChoice ? "no_exercise" : "free"));
      dress(this.head, "verdict none");
      write(this.stage, "");
      return;
    }
    const outcome = attempt?.outcome ?? "none";
    const words = [exercise.title[language.now]];
    if (attempt) words.push(say(`outcome_${outcome}`), this.reason(attempt), this.figures(attempt));
    write(this.head, words.filter(Boolean).join(" · "));
    dress(this.head, `verdict ${outcome}`);
    const stages = exercise.stages, at = attempt?.stage ?? 0;
    const done = attempt ? attempt.seconds.filter((one) => one != null).length : 0;
    [...this.pills.children].forEach((pill, i) =>
      dress(pill, i < done ? "done" : i === at && attempt ? "now" : ""));
    const place = say("stage", at + 1, stages.length);
    write(this.stage, `${place}: ${stages[Math.min(at, stages.length - 1)][language.now]}`);
    this.rows.forEach((row, i) => this.fill(row, attempt?.metrics[i]));
  }

  reason({ outcome, reason }) {
    if (outcome !== "failed" || !reason) return "";
    if (knows(`reason_${reason}`)) return say(`reason_${reason}`);
    return this.exercise.limits[reason]?.[language.now] ?? reason;
  }

  figures(attempt) {
    return `${clock(attempt.time)} · ${say("mark")} ${figure(attempt.mark, 1)}`;
  }

  fill(row, pair) {
    const { metric, band, pointer } = row;
    const [value, passed] = pair ?? [null, null];
    write(row.value, value == null ? "- - -" : figure(value, decimalsOf(value, metric.unit)));
    const banded = metric.min != null || metric.max != null;
    const meaning = value == null || !banded ? "none" : passed ? "ok" : "bad";
    if (meaning !== row.meaning) {
      row.meaning = meaning;
      row.mark.replaceChildren(sign(meaning));
    }
    dress(row.element, `metric ${meaning}`);
    const [low, high] = scaleOf(metric, value ?? 0);
    const share = (x) => 100 * Math.min(1, Math.max(0, (x - low) / (high - low)));
    const [from, to] = [share(metric.min ?? low), share(metric.max ?? high)];
    band.hidden = !banded;
    band.style.left = `${from}%`;
    band.style.width = `${Math.max(2, to - from)}%`;
    pointer.hidden = value == null;
    pointer.style.left = `${share(value ?? 0)}%`;
  }

  translate() {
    const attempt = this.attempt;
    this.build();
    this.show(attempt);
  }
}
