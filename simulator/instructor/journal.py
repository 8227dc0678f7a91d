"""What has happened: events that were applied, and what the judge has found, as lines to read."""

from collections import deque
from typing import Any

from simulator.realtime import Attempt, Happening

KEPT = 300
HIDDEN = ("view", "timing")  # for the recording only
DETAILS = ("component", "kind", "outcome", "reason", "mark")


class Journal:
    """Follows one program; `take` gives what is new."""

    def __init__(self) -> None:
        self.lines: deque[dict[str, Any]] = deque(maxlen=KEPT)
        self.faults: dict[str, dict[str, str]] = {}
        self.link: dict[str, Any] | None = None
        self.final: dict[str, Any] | None = None  # score of an attempt that is over
        self.resets = 0
        self._number = 0
        self._seen = 0
        self._stage, self._breaches = 0, 0

    def follow(self, happenings: tuple[Happening, ...], attempt: Attempt | None) -> list[dict]:
        """Take in what the physics side tells; return the new lines, oldest first."""
        before = self._number
        for one in happenings:
            if one.number > self._seen:
                self._seen = one.number
                self._apply(one)
        if attempt is not None:
            self._judge(attempt)
        return [line for line in self.lines if line["number"] > before]

    def _apply(self, one: Happening) -> None:
        event, data = one.event, dict(one.event.data or {})
        if event.kind == "clear":  # which part it was, before it is forgotten
            data |= self.faults.get(event.text, {})
        if event.kind in ("reset", "open"):
            self.faults, self.link, self.final = {}, None, None
            self.resets += 1
            self._stage, self._breaches = 0, 0
        elif event.kind == "fault":
            told = {key: str(data.get(key, "")) for key in ("component", "kind")}
            self.faults[event.text] = told
        elif event.kind == "clear":
            kept = self.faults.items() if event.text else ()
            self.faults = {name: fault for name, fault in kept if name != event.text}
        elif event.kind == "link":
            self.link = data or None
        elif event.kind == "score":
            self.final = data
        if event.kind not in HIDDEN:
            about = {key: data[key] for key in DETAILS if key in data}
            self._write(one.time, event.kind, event.text, about)

    def _judge(self, attempt: Attempt) -> None:
        score = attempt.score
        while self._stage < attempt.stage:
            self._stage += 1
            self._write(score.time, "stage", score.stages[self._stage - 1].name)
        for breach in score.breaches[self._breaches :]:
            self._write(breach.time, "breach", breach.name, {"price": breach.price})
        self._breaches = len(score.breaches)

    def _write(self, time: float, kind: str, text: str, about: dict | None = None) -> None:
        self._number += 1
        line = {"number": self._number, "time": round(time, 2), "kind": kind, "text": text}
        self.lines.append(line | {"about": about or {}})
