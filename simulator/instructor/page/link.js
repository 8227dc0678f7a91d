// The line to one program: it greets, orders with numbers, waits for answers, comes again.

export const VERSION = 1;
const AGAIN = 2000; // ms until the next try
const SILENCE = 6000; // ms; a program says something every second
const REASONS = {
  4400: "malformed", 4401: "token", 4408: "slow", 4409: "version", 4429: "rate", 4503: "full",
};
const FINAL = new Set([4401, 4409, 4400]); // trying again would not help

export class Link {
  /** `place` is {host, token, role}; `hear(message)` gets every message, `tell(state)` the line's. */
  constructor(place, hear, tell) {
    this.place = place;
    this.hear = hear;
    this.tell = tell;
    this.number = 0;
    this.waiting = new Map();
    this.isClosed = this.isMet = false;
    this.tell({ name: "connecting" });
    this.open();
    // of a cable that was pulled out the browser tells only minutes later
    this.watch = setInterval(() => Date.now() - this.heard > SILENCE && this.lose({ code: 1006 }), 1000);
  }

  open() {
    this.heard = Date.now();
    try {
      this.socket = new WebSocket(`ws://${this.place.host}/ws`);
    } catch {
      this.heard = Infinity;
      this.tell({ name: "refused", reason: this.place.host });
      return;
    }
    this.socket.onopen = () => this.put({
      type: "hello", version: VERSION, token: this.place.token, role: this.place.role,
    });
    this.socket.onmessage = (event) => this.take(JSON.parse(event.data));
    this.socket.onclose = (event) => this.lose(event);
  }

  put(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Send an order; resolves to {type: "done"} or {type: "refused", code, reason}. */
  order(type, keys = {}) {
    const id = ++this.number;
    return new Promise((resolve) => {
      if (this.socket?.readyState !== WebSocket.OPEN) {
        resolve({ type: "refused", code: "line", reason: "no connection" });
        return;
      }
      this.waiting.set(id, resolve);
      this.put({ type, id, ...keys });
    });
  }

  take(message) {
    this.heard = Date.now();
    if (message.type === "welcome") this.isMet = true;
    if (message.type === "done" || message.type === "refused") {
      const resolve = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (resolve) resolve(message);
      else if (message.type === "refused") this.hear(message);
    } else {
      this.hear(message);
    }
  }

  lose({ code, reason }) {
    this.drop();
    for (const resolve of this.waiting.values()) {
      resolve({ type: "refused", code: "line", reason: reason || "no connection" });
    }
    this.waiting.clear();
    const name = FINAL.has(code) ? "refused" : this.isMet ? "lost" : "unmet";
    this.tell({ name, code: REASONS[code], reason });
    if (name !== "refused") setTimeout(() => this.isClosed || this.open(), AGAIN);
  }

  /** Let go of the socket: one whose line is broken says so only when nobody listens any more. */
  drop() {
    this.heard = Infinity;
    if (!this.socket) return;
    this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
    this.socket = null;
  }

  close() {
    this.isClosed = true;
    clearInterval(this.watch);
    this.drop();
  }
}
