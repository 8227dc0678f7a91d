"""Turns what the physics side has published into messages, each encoded once for all clients."""

from typing import Any

import numpy as np

from simulator.realtime import Attempt, Frame, Happening
from simulator.snapshot import Snapshot
from simulator.spec import russian
from simulator.spec.fields import Text
from simulator.spec.reasons import explain

from . import sheet
from .host import Host
from .journal import Journal
from .messages import encode

TRAIL, SPACING = 1500, 0.05  # points of a robot's track, at least so far apart [m]


class Watch:
    """Looks at one program; `look` is called once a tick, by the server's thread."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.journal = Journal()
        self.scene = b""  # the message about the scene; "" while there is none
        self.generation = 0  # of the scene message
        self.trails: list[list[tuple[float, float]]] = []
        self._key: tuple[int, ...] = ()
        self._held: Any = None  # keeps what the key speaks of alive
        self._slots: sheet.Slots | None = None
        self._rows = np.zeros(0, np.intp)
        self._bases: list[int] = []
        self._attempt: Attempt | None = None
        self._resets = -1

    def look(self) -> tuple[bytes, bytes]:
        """Return the state, and the new events ("" for none).

        A scene that cannot be shown is told on the page; it must not end the server.
        """
        try:
            return self._look()
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
            told = Text(
                ru=f"страница не может показать эту сцену: {why}",
                en=f"the page cannot show this scene: {why}",
            )
            return encode(self._physics() | {"complaint": _both(told)}), b""

    def _look(self) -> tuple[bytes, bytes]:
        realtime = self.host.realtime
        happenings: tuple[Happening, ...] = realtime.happenings
        frame, simulation = realtime.frames.current, realtime.simulation
        attempt = frame.attempt if frame else None
        lines = self.journal.follow(happenings, attempt)
        is_whole = (
            frame is not None
            and simulation is not None
            and simulation.layout is frame.snapshot.layout
        )
        if is_whole and frame is not None and simulation is not None:
            self._describe(simulation, frame)
        if self.journal.resets != self._resets:
            self._resets, self._attempt = self.journal.resets, None
            self.trails = [[] for _ in self._bases]
        self._attempt = attempt or self._attempt
        state = self._state(frame if is_whole else None)
        events = encode({"type": "events", "events": lines}) if lines else b""
        return encode(state), events

    def history(self) -> bytes:
        """Return everything that happened so far, for a page that has just come."""
        return encode({"type": "events", "events": list(self.journal.lines)})

    def past(self) -> bytes:
        """Return the tracks that the robots have drawn so far."""
        return encode({"type": "trails", "start": self._resets, "trails": self.trails})

    def _describe(self, simulation: Any, frame: Frame) -> None:
        exercise = self.host.exercise
        if exercise is not None and exercise.scene_spec is not simulation.scene:
            if self._held and self._held[0] is simulation:
                return  # told already: the exercise is that of the scene to come
            exercise = None  # that of the scene before
        key = id(simulation), id(exercise)
        if key == self._key:
            return
        files = sheet.list_exercises(self.host.path)
        listed = sheet.show_exercises(files)
        data, self._slots = sheet.describe(simulation.scene, exercise, frame, listed)
        self._rows = np.array([i for i, one in enumerate(data["bodies"]) if not one["fixed"]], int)
        self._bases = [robot["row"] for robot in data["robots"]]
        self.trails = [[] for _ in self._bases]
        self.generation += 1
        about = {"type": "scene", "generation": self.generation, "moving": self._rows.tolist()}
        about |= {"window": self.host.has_pictures, "places": self._slots.names}
        about |= {"trainee": self.host.trainee}
        self.scene = encode(about | data)
        self._key, self._held = key, (simulation, exercise)  # last: a complaint has to stay

    def _physics(self) -> dict[str, Any]:
        """Return what the physics side tells of itself."""
        told = self.host.realtime.state
        stats = told.stats
        return {
            "type": "state",
            "generation": self.generation,
            "start": self.journal.resets,
            "run": told.name,
            "complaint": _both(told.complaint or (explain(told.error) if told.error else None)),
            "recording": told.recording is not None,
            "rate": round(self.host.realtime.rate, 2),
            "frames": stats.frames,
            "overruns": stats.overruns,
            "step_ms": round(stats.step_p99 * 1e3, 2),
            "faults": self.journal.faults,
            "link": self.journal.link,
            "page": self.host.page,
        }

    def _state(self, frame: Frame | None) -> dict[str, Any]:
        state = self._physics()
        if frame is None or self._slots is None:
            return state
        snapshot = frame.snapshot
        self._draw_trails(snapshot)
        poses = np.column_stack([snapshot.position, snapshot.orientation])[self._rows]
        return state | {
            "frame": snapshot.frame_index,
            "time": round(snapshot.time, 3),
            "hash": snapshot.state_hash,
            "alarms": [{"ru": russian.say(one.text), "en": one.text} for one in snapshot.alarms],
            "poses": poses.round(4).tolist(),
            "values": self._values(snapshot),
            "attempt": _attempt(self._attempt, self.journal.final),
        }

    def _values(self, snapshot: Snapshot) -> list[float]:
        """Return what controls and indicators stand at; a broken lamp shows what it shows."""
        assert self._slots is not None
        values = snapshot.signals[self._slots.rows].round(6).tolist() if self._slots.rows else []
        if snapshot.shown:
            for place, name in enumerate(self._slots.names):
                values[place] = snapshot.shown.get(name, values[place])
        return values

    def _draw_trails(self, snapshot: Snapshot) -> None:
        for trail, row in zip(self.trails, self._bases, strict=True):
            x, y = (round(float(at), 3) for at in snapshot.position[row, :2])
            if not trail or (x - trail[-1][0]) ** 2 + (y - trail[-1][1]) ** 2 > SPACING**2:
                trail.append((x, y))
                del trail[:-TRAIL]


def _attempt(attempt: Attempt | None, final: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return how an attempt goes; one that was broken off has its end from the event alone."""
    if attempt is None:
        return None
    score = attempt.score
    told = final or {key: getattr(score, key) for key in ("outcome", "reason", "mark")}
    return {
        "stage": attempt.stage,
        "time": round(score.time, 2),
        "outcome": told["outcome"],
        "reason": told["reason"],
        "mark": told["mark"],
        "metrics": [[round(one.value, 4), one.passed] for one in score.metrics],
        "seconds": [stage.seconds for stage in score.stages],
        "hints": len(score.hints),
    }


def _both(told: Text | None) -> dict[str, str] | None:
    return told.model_dump() if told is not None else None
