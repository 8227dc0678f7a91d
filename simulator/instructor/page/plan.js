// The scene from above on a canvas: what stands, what moves, zones, robots' headings and tracks.

const INK = {
  well: "#0A0D10", grid: "#151A20", line: "#4A5866", flat: "#12171C", solid: "#252E38",
  text: "#B6C2CC", acc: "#5FC8E8", bad: "#FF7D70", edge: "#6C7884", white: "#EEF2F5",
};
const OVERHEAD = 2.1; // m; what hangs higher is left out
const FLAT = 0.04; // m; what is lower is painted on the floor
const TRAIL = 1500, SPACING = 0.05;

function turned(points, pose) {
  const [px, py, pz, w, x, y, z] = pose;
  return points.map(([a, b, c]) => {
    const tx = 2 * (y * c - z * b), ty = 2 * (z * a - x * c), tz = 2 * (x * b - y * a);
    return [
      px + a + w * tx + y * tz - z * ty,
      py + b + w * ty + z * tx - x * tz,
      pz + c + w * tz + x * ty - y * tx,
    ];
  });
}

function hull(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list) => {
    const chain = [];
    for (const p of list) {
      while (chain.length > 1) {
        const [a, b] = chain.slice(-2);
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 1e-12) break;
        chain.pop();
      }
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

function patch(body, shape, pose) {
  const points = turned(shape.points, pose);
  const heights = points.map((p) => p[2]);
  return {
    kind: body.kind, fixed: body.fixed, colour: shape.colour, outline: hull(points),
    low: Math.min(...heights), high: Math.max(...heights),
  };
}

export class Plan {
  constructor(canvas) {
    this.canvas = canvas;
    this.scene = null;
    this.trails = [];
    this.poses = null;
    this.language = "en";
    this.zoom = 1;
    this.shift = [0, 0];
    new ResizeObserver(() => this.draw()).observe(canvas);
    canvas.addEventListener("wheel", (event) => this.turn(event), { passive: false });
    canvas.addEventListener("pointermove", (event) => {
      if (!event.buttons || this.zoom === 1) return;
      this.shift = [this.shift[0] + event.movementX, this.shift[1] + event.movementY];
      this.draw();
    });
    canvas.addEventListener("dblclick", () => {
      this.zoom = 1;
      this.shift = [0, 0];
      this.draw();
    });
  }

  /** Come closer to where the pointer is, or go back; the whole is in the middle again. */
  turn(event) {
    const zoom = Math.min(12, Math.max(1, this.zoom * Math.exp(-event.deltaY * 0.001)));
    if (zoom === this.zoom) return; // at its end the page scrolls on
    event.preventDefault();
    const box = this.canvas.getBoundingClientRect();
    const place = [event.clientX - box.x - box.width / 2, event.clientY - box.y - box.height / 2];
    const more = zoom / this.zoom;
    this.shift = zoom === 1 ? [0, 0] : this.shift.map((one, i) => place[i] - (place[i] - one) * more);
    this.zoom = zoom;
    this.draw();
  }

  open(scene) {
    this.scene = scene;
    this.poses = scene.moving.map((row) => scene.bodies[row].pose);
    this.still = scene.bodies
      .filter((body) => body.fixed && body.kind !== "ground")
      .flatMap((body) => body.shapes.map((shape) => patch(body, shape, body.pose)))
      .filter((one) => one.low < OVERHEAD);
    this.trails = scene.robots.map(() => []);
    this.bounds = this.measure();
    const [x0, y0, x1, y1] = this.bounds;
    this.canvas.style.setProperty("--shape", (x1 - x0) / (y1 - y0));
    this.draw();
  }

  measure() {
    const points = this.still.flatMap((one) => one.outline);
    for (const zone of this.scene.zones) points.push(...zone.points);
    this.scene.moving.forEach((row) => points.push(this.scene.bodies[row].pose));
    const xs = points.map((p) => p[0]), ys = points.map((p) => p[1]);
    const span = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    return points.length ? [span[0] - 0.6, span[1] - 0.6, span[2] + 0.6, span[3] + 0.6]
      : [-5, -5, 5, 5];
  }

  remember(trails) {
    this.trails = trails.map((trail) => trail.slice());
  }

  forget() {
    this.trails = this.scene ? this.scene.robots.map(() => []) : [];
  }

  /** Take in the poses of what moves, in the order of `scene.moving`. */
  move(poses) {
    if (!this.scene || poses.length !== this.scene.moving.length) return;
    this.poses = poses;
    this.scene.robots.forEach((robot, i) => {
      const [x, y] = this.poseOf(robot.row);
      const trail = this.trails[i];
      const last = trail[trail.length - 1];
      if (!last || Math.hypot(x - last[0], y - last[1]) > SPACING) trail.push([x, y]);
      if (trail.length > TRAIL) trail.shift();
    });
    this.draw();
  }

  poseOf(row) {
    const place = this.scene.moving.indexOf(row);
    return place < 0 ? this.scene.bodies[row].pose : this.poses[place];
  }

  frame() {
    const box = this.canvas.getBoundingClientRect();
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [Math.round(box.width * ratio), Math.round(box.height * ratio)];
    if (this.canvas.width !== width) this.canvas.width = width;
    if (this.canvas.height !== height) this.canvas.height = height;
    const [x0, y0, x1, y1] = this.bounds;
    const scale = this.zoom * Math.min(width / (x1 - x0), height / (y1 - y0));
    const cx = width / 2 + this.shift[0] * ratio, cy = height / 2 + this.shift[1] * ratio;
    const at = ([x, y]) => [
      cx + (x - (x0 + x1) / 2) * scale, cy - (y - (y0 + y1) / 2) * scale,
    ];
    return { width, height, ratio, scale, at };
  }

  draw() {
    if (!this.scene || !this.canvas.clientWidth) return;
    const pen = this.canvas.getContext("2d");
    const view = this.frame();
    pen.fillStyle = INK.well;
    pen.fillRect(0, 0, view.width, view.height);
    this.drawGrid(pen, view);
    const moving = this.scene.moving.flatMap((row, i) => {
      const body = this.scene.bodies[row];
      return body.shapes.map((shape) => patch(body, shape, this.poses[i]));
    });
    const floor = this.still.filter((one) => one.high < FLAT);
    const above = [...this.still.filter((one) => one.high >= FLAT), ...moving];
    floor.forEach((one) => this.drawPatch(pen, view, one));
    this.scene.zones.forEach((zone) => this.drawZone(pen, view, zone));
    this.drawTrails(pen, view);
    above.sort((a, b) => a.high - b.high).forEach((one) => this.drawPatch(pen, view, one));
    this.scene.zones.forEach((zone) => this.drawLabel(pen, view, zone));
    this.scene.robots.forEach((robot, i) => this.drawHeading(pen, view, robot, i));
    this.drawRule(pen, view);
  }

  drawGrid(pen, view) {
    const [x0, y0, x1, y1] = this.bounds;
    pen.strokeStyle = INK.grid;
    pen.lineWidth = view.ratio;
    pen.beginPath();
    for (let x = Math.floor(x0) - 20; x <= x1 + 20; x++) {
      const [px] = view.at([x, 0]);
      pen.moveTo(Math.round(px) + 0.5, 0);
      pen.lineTo(Math.round(px) + 0.5, view.height);
    }
    for (let y = Math.floor(y0) - 20; y <= y1 + 20; y++) {
      const [, py] = view.at([0, y]);
      pen.moveTo(0, Math.round(py) + 0.5);
      pen.lineTo(view.width, Math.round(py) + 0.5);
    }
    pen.stroke();
  }

  trace(pen, view, points) {
    pen.beginPath();
    points.forEach((point, i) => pen[i ? "lineTo" : "moveTo"](...view.at(point)));
    pen.closePath();
  }

  drawPatch(pen, view, one) {
    this.trace(pen, view, one.outline);
    const isFlat = one.high < FLAT;
    const isLive = one.kind === "robot" || !one.fixed;
    pen.globalAlpha = isLive ? 0.92 : 1;
    pen.fillStyle = isLive ? one.colour : isFlat ? INK.flat : INK.solid;
    pen.fill();
    pen.globalAlpha = 1;
    pen.strokeStyle = isLive ? INK.edge : isFlat ? INK.grid : INK.line;
    pen.lineWidth = view.ratio * (isLive ? 0.7 : 1);
    pen.stroke();
  }

  drawZone(pen, view, zone) {
    const colour = zone.forbidden ? INK.bad : zone.colour;
    this.trace(pen, view, zone.points);
    pen.fillStyle = colour;
    pen.globalAlpha = 0.1;
    pen.fill();
    pen.globalAlpha = 0.9;
    pen.strokeStyle = colour;
    pen.lineWidth = 1.5 * view.ratio;
    pen.setLineDash(zone.forbidden ? [2 * view.ratio, 3 * view.ratio] : [6 * view.ratio, 4 * view.ratio]);
    pen.stroke();
    pen.setLineDash([]);
    pen.globalAlpha = 1;
  }

  drawLabel(pen, view, zone) {
    const label = zone.label[this.language];
    if (!label) return;
    const xs = zone.points.map((p) => p[0]), ys = zone.points.map((p) => p[1]);
    const [x, y] = view.at([(Math.min(...xs) + Math.max(...xs)) / 2, Math.max(...ys)]);
    this.say(pen, view, label, x, y - 5 * view.ratio, INK.text, "center");
  }

  say(pen, view, text, x, y, colour, align = "left") {
    pen.font = `${13 * view.ratio}px Roboto, "Segoe UI", "Noto Sans", sans-serif`;
    pen.textAlign = align;
    pen.lineWidth = 3 * view.ratio;
    pen.strokeStyle = INK.well;
    pen.strokeText(text, x, y);
    pen.fillStyle = colour;
    pen.fillText(text, x, y);
  }

  drawTrails(pen, view) {
    pen.strokeStyle = INK.acc;
    pen.lineWidth = 2 * view.ratio;
    pen.lineJoin = "round";
    for (const trail of this.trails) {
      if (!trail.length) continue;
      pen.beginPath();
      trail.forEach((point, i) => pen[i ? "lineTo" : "moveTo"](...view.at(point)));
      pen.stroke();
      const [x, y] = view.at(trail[0]);
      pen.fillStyle = INK.white;
      pen.beginPath();
      pen.arc(x, y, 4 * view.ratio, 0, 7);
      pen.fill();
    }
  }

  drawHeading(pen, view, robot) {
    const pose = this.poseOf(robot.row);
    const [front] = turned([[1, 0, 0]], [0, 0, 0, ...pose.slice(3)]);
    const angle = -Math.atan2(front[1], front[0]);
    const [x, y] = view.at(pose);
    const reach = Math.max(0.45 * view.scale, 16 * view.ratio), size = 6 * view.ratio;
    pen.save();
    pen.translate(x, y);
    pen.rotate(angle);
    pen.strokeStyle = pen.fillStyle = INK.acc;
    pen.lineWidth = 2 * view.ratio;
    pen.beginPath();
    pen.moveTo(0, 0);
    pen.lineTo(reach, 0);
    pen.stroke();
    pen.beginPath();
    pen.moveTo(reach + size, 0);
    pen.lineTo(reach - size / 2, size);
    pen.lineTo(reach - size / 2, -size);
    pen.fill();
    pen.restore();
    const label = robot.label[this.language];
    const [ahead, up] = [Math.cos(angle), -Math.sin(angle)]; // the name stands behind the robot
    if (Math.abs(ahead) > 0.5) {
      const behind = x - Math.sign(ahead) * (reach + size);
      this.say(pen, view, label, behind, y + 4 * view.ratio, INK.white, ahead > 0 ? "right" : "left");
    } else {
      const below = up > 0 ? reach + 12 * view.ratio : -reach - 4 * view.ratio;
      this.say(pen, view, label, x, y + below, INK.white, "center");
    }
  }

  drawRule(pen, view) {
    const metres = [0.5, 1, 2, 5, 10, 20].find((m) => m * view.scale > 60 * view.ratio) || 20;
    const right = view.width - 14 * view.ratio, base = view.height - 14 * view.ratio;
    const left = right - metres * view.scale;
    pen.strokeStyle = INK.white;
    pen.lineWidth = 2 * view.ratio;
    pen.beginPath();
    pen.moveTo(left, base);
    pen.lineTo(right, base);
    pen.stroke();
    const unit = this.language === "ru" ? "м" : "m";
    const text = `${String(metres).replace(".", this.language === "ru" ? "," : ".")} ${unit}`;
    this.say(pen, view, text, (left + right) / 2, base - 6 * view.ratio, INK.text, "center");
  }
}
