// What the robots' cameras see: one picture at a time, chosen by name; it comes a few times a second.

import { h, write } from "./dom.js";
import { language, say } from "./texts.js";

export class CameraView {
  constructor(order) {
    this.order = order;
    this.chosen = "";
    this.choice = h("select", { onchange: () => this.look(this.choice.value) });
    this.picture = h("img", { alt: "" });
    this.note = h("p", { className: "caption" });
    this.frame = h("div", { className: "picture" }, this.picture, this.note);
    this.element = h("div", {}, this.choice, this.frame);
  }

  open(scene) {
    this.scene = scene;
    this.choice.replaceChildren(...scene.cameras.map((camera) =>
      h("option", { value: camera.name, textContent: camera.label[language.now] })));
    this.choice.hidden = scene.cameras.length < 2;
    const names = scene.cameras.map((camera) => camera.name);
    this.look(names.includes(this.chosen) ? this.chosen : names[0] ?? "");
  }

  look(name) {
    this.chosen = this.choice.value = name;
    this.picture.hidden = true;
    const { window, cameras } = this.scene;
    const why = !cameras.length ? "no_camera" : window ? "waiting_picture" : "no_picture";
    write(this.note, say(why));
    this.note.hidden = false;
    this.frame.classList.toggle("none", !window || !cameras.length);
    if (window && name) this.order("look", { cameras: [name] });
  }

  take({ camera, jpeg }) {
    if (camera !== this.chosen) return;
    this.picture.src = `data:image/jpeg;base64,${jpeg}`;
    this.picture.hidden = false;
    this.note.hidden = true;
  }

  translate() {
    if (this.scene) this.open(this.scene);
  }
}
