// One program: its line, and all that is shown and ordered of it.

import { CameraView } from "./cameras.js";
import { ConsoleView } from "./console.js";
import { dress, h, write } from "./dom.js";
import { EventList } from "./events.js";
import { ExerciseView } from "./exercise.js";
import { FaultForm } from "./faults.js";
import { Link } from "./link.js";
import { LinkForm } from "./linkform.js";
import { Plan } from "./plan.js";
import { clock, figure, language, refusal, say } from "./texts.js";

const TOLD = 6000; // ms for which a refusal is shown

function card(name, ...children) {
  const title = h("h2", {});
  return { name, title, element: h("section", { className: `card ${name}` }, title, children) };
}

export class Pane {
  constructor(place, isChanged) {
    this.place = place;
    this.isChanged = isChanged;
    this.role = "instructor";
    this.line = { name: "connecting" };
    const order = (type, keys) => this.order(type, keys);
    this.canvas = h("canvas", { className: "plan" });
    this.plan = new Plan(this.canvas);
    this.console = new ConsoleView();
    this.exercise = new ExerciseView();
    this.events = new EventList();
    this.faults = new FaultForm(order);
    this.linkForm = new LinkForm(order);
    this.cameras = new CameraView(order);
    this.build();
    this.translate();
    this.link = new Link(place, (message) => this.hear(message), (line) => this.tell(line));
  }

  build() {
    const button = (type, keys) => h("button", { className: type, onclick: () => this.order(type, keys?.()) });
    this.title = h("h1", {});
    this.run = h("span", { className: "run" });
    this.time = h("span", { className: "time" });
    this.health = h("span", { className: "health" });
    this.refusal = h("p", { className: "refusal", hidden: true });
    this.pause = h("button", {
      className: "pause primary",
      onclick: () => this.order(this.state?.run === "paused" ? "resume" : "pause"),
    });
    this.step = button("step");
    this.reset = button("reset");
    this.drive = h("fieldset", { className: "buttons drive" }, this.pause, this.step, this.reset);
    this.head = h("div", { className: "head" }, h("div", { className: "names" }, this.title,
      h("div", { className: "facts" }, this.run, this.time, this.health)), this.drive);
    this.choice = h("select", { className: "choice" });
    this.start = h("button", {
      className: "start", onclick: () => this.order("start", { exercise: this.choice.value }),
    });
    this.retry = h("button", { className: "retry", onclick: () => this.order("start") });
    const line = (className, type) => h("input", {
      type: "text", maxLength: 500, className,
      onkeydown: (event) => event.key === "Enter" && this.speak(type, event.target),
    });
    this.message = line("message", "message");
    this.note = line("note", "bookmark");
    this.send = h("button", { className: "send", onclick: () => this.speak("message", this.message) });
    this.mark = h("button", { className: "bookmark", onclick: () => this.speak("bookmark", this.note) });
    this.only = h("p", { className: "caption only" });
    const words = h("div", { className: "form" }, h("div", { className: "row" }, this.message, this.send),
      h("div", { className: "row" }, this.note, this.mark));
    this.cards = [
      card("planned", this.canvas),
      card("exercise", this.exercise.element,
        h("fieldset", { className: "row" }, this.choice, this.start, this.retry)),
      card("say", h("fieldset", {}, words)),
      card("faults", h("fieldset", {}, this.faults.element)),
      card("link", h("fieldset", {}, this.linkForm.element)),
      card("events", this.events.element),
      card("cameras", this.cameras.element),
      card("console", this.console.element),
    ];
    const at = (name) => this.cards.find((one) => one.name === name).element;
    this.columns = h("div", { className: "columns", hidden: true },
      h("div", { className: "column wide" }, at("planned"), at("console")),
      h("div", { className: "column" }, at("exercise"), at("say"), at("events")),
      h("div", { className: "column" }, at("cameras"), at("faults"), at("link")));
    this.element = h("article", { className: "pane" }, this.head, this.only, this.refusal, this.columns);
  }

  async order(type, keys = {}) {
    const answer = await this.link.order(type, keys);
    if (answer.type === "refused") this.complain(answer);
    return answer;
  }

  async speak(type, input) {
    if (type === "message" && !input.value.trim()) return;
    const answer = await this.order(type, { text: input.value.trim() });
    if (answer.type === "done") input.value = "";
  }

  complain({ code, reason }) {
    write(this.refusal, refusal(code, reason));
    this.refusal.hidden = false;
    clearTimeout(this.told);
    this.told = setTimeout(() => { this.refusal.hidden = true; }, TOLD);
  }

  tell(line) {
    this.line = line;
    dress(this.element, `pane ${line.name}`);
    if (line.name !== "open") this.state = null;
    this.refresh();
    this.isChanged();
  }

  hear(message) {
    const act = {
      welcome: () => this.greet(message),
      scene: () => this.open(message),
      state: () => this.show(message),
      events: () => this.events.take(message.events),
      trails: () => { this.begun = message.start; this.plan.remember(message.trails); },
      picture: () => this.cameras.take(message),
      refused: () => this.complain(message),
    }[message.type];
    act?.();
  }

  greet({ role }) {
    this.role = role;
    this.events.forget();
    for (const set of this.element.querySelectorAll("fieldset")) set.disabled = role !== "instructor";
    this.tell({ name: "open" });
  }

  open(scene) {
    this.scene = scene;
    this.columns.hidden = false;
    this.listExercises(scene.exercise?.name);
    for (const part of [this.plan, this.console, this.exercise, this.events, this.faults, this.cameras]) {
      part.open(scene);
    }
    this.refresh();
    this.isChanged();
  }

  listExercises(wanted) {
    const chosen = wanted ?? this.choice.value;
    this.choice.replaceChildren(...this.scene.exercises.map((one) => h("option", {
      value: one.name,
      textContent: `${one.title[language.now]} — ${one.exam ? say("exam") : `${say("level")} ${one.level}`}`,
    })));
    if (this.scene.exercises.some((one) => one.name === chosen)) this.choice.value = chosen;
  }

  show(state) {
    this.state = state;
    if (this.begun !== state.start) {
      this.begun = state.start;
      this.plan.forget();
    }
    if (state.poses && state.generation === this.scene?.generation) {
      this.plan.move(state.poses);
      this.console.show(state.values);
      this.exercise.show(state.attempt);
    }
    this.faults.show(state.faults);
    this.linkForm.show(state.link);
    this.refresh();
  }

  refresh() {
    const state = this.state;
    const run = this.line.name === "open" ? state?.run ?? "connecting" : this.line.name;
    const why = refusal(this.line.code, this.line.reason);
    const reads = state?.page ? ` · ${say(`page_${state.page}`)}` : "";
    write(this.run, say(run, location.host) + (why ? `: ${why}` : reads));
    dress(this.run, `run ${run}`);
    write(this.time, state?.time == null ? "" : clock(state.time));
    write(this.health, this.healthOf(state));
    write(this.title, this.name);
    this.drive.hidden = !this.scene;
    write(this.pause, say(state?.run === "paused" ? "resume" : "pause"));
    this.retry.disabled = !this.scene?.exercise;
    this.start.disabled = !this.scene?.exercises.length;
    this.choice.hidden = this.start.hidden = !this.scene?.exercises.length;
    this.only.hidden = this.role === "instructor";
    this.element.dataset.run = run;
  }

  healthOf(state) {
    if (!state) return "";
    const words = [`× ${figure(state.rate, 2)}`, `${say("late")} ${state.overruns}/${state.frames}`];
    if (state.recording) words.push(say("recording"));
    for (const text of [...(state.alarms ?? []), state.complaint]) if (text) words.push(text[language.now]);
    return words.join(" · ");
  }

  get name() {
    if (!this.scene) return this.place.host;
    return [this.scene.trainee, this.scene.title[language.now]].filter(Boolean).join(" · ");
  }

  translate() {
    this.plan.language = language.now;
    const titles = { planned: "plan" };
    for (const one of this.cards) write(one.title, say(titles[one.name] ?? one.name));
    this.canvas.title = say("plan_hint");
    write(this.step, say("step"));
    write(this.reset, say("reset"));
    write(this.start, say("start"));
    write(this.retry, say("retry"));
    write(this.send, say("send"));
    write(this.mark, say("bookmark"));
    write(this.only, say("observer_note"));
    this.message.placeholder = say("say");
    this.note.placeholder = say("note");
    for (const [element, key] of [[this.message, "say"], [this.note, "note"], [this.choice, "exercise"],
      [this.cameras.choice, "cameras"]]) element.ariaLabel = say(key);
    if (this.scene) this.listExercises();
    for (const part of [this.console, this.exercise, this.events, this.faults, this.linkForm, this.cameras]) {
      part.translate();
    }
    this.plan.draw();
    this.refresh();
  }

  close() {
    this.link.close();
    this.element.remove();
  }
}
