"""The scripted operator: works the console through a list of actions, watching the signals."""

from collections import deque
from pathlib import Path

from .console.panel import Panel
from .snapshot import Snapshot
from .spec.models.script import ActionSpec, Condition, Move, ScriptSpec


class ScriptError(Exception):
    """An action did not reach its end in time."""


class ScriptedOperator:
    """Drives a panel by a script, one call before every frame."""

    def __init__(self, script: ScriptSpec, panel: Panel) -> None:
        self.panel = panel
        self.actions = script.actions
        self.delay, self.pause = script.delay, script.pause  # [s]
        self.pace = script.pace
        self._thinks_until: float | None = None  # [s]
        self._seen: deque[Snapshot] = deque()
        self.index = 0
        self.began: float | None = None
        self.pressed: list[str] = []
        self.shots: list[str] = []  # pictures due now, taken and cleared by the caller

    @property
    def finished(self) -> bool:
        """Whether every action has ended."""
        return self.index >= len(self.actions)

    def act(self, snapshot: Snapshot, time: float) -> None:
        """Set the panel for the frame that begins at `time` [s].

        Raises:
            ScriptError: An `until` or a `move` was not reached within its timeout.
        """
        for name in self.pressed:
            self.panel.release(name)
        self.pressed = []
        snapshot = self._look(snapshot)
        while not self.finished:
            action = self.actions[self.index]
            if self.began is None:
                if self._thinks_until is None:
                    self._thinks_until = time + self.pause
                if time < self._thinks_until - 1e-9:
                    self._hold_on(snapshot)
                    return
                if action.at is not None and time < action.at - 1e-9:
                    return
                self._begin(action, time)
            if not self._ended(action, snapshot, time):
                return
            self._end(action)

    def _look(self, snapshot: Snapshot) -> Snapshot:
        """Return what an operator of this reaction time acts upon."""
        self._seen.append(snapshot)
        while len(self._seen) > 1 and self._seen[1].time <= snapshot.time - self.delay + 1e-9:
            self._seen.popleft()
        return self._seen[0]

    def _hold_on(self, snapshot: Snapshot) -> None:
        """Keep what the last action reached: hands do not let go while the head thinks."""
        for move in self.actions[self.index - 1].move if self.index else []:
            self._follow(move, snapshot)

    def _begin(self, action: ActionSpec, time: float) -> None:
        self.began = time
        if self.pause and self.index:
            self._rest(self.actions[self.index - 1])
        for name, value in action.set.items():
            self.panel.set(name, self._pace(name, float(value)))
        for name in action.press:
            self.panel.press(name)
        self.pressed += action.press

    def _ended(self, action: ActionSpec, snapshot: Snapshot, time: float) -> bool:
        assert self.began is not None
        elapsed = time - self.began
        reached = all([self._follow(move, snapshot) for move in action.move])
        if action.until is not None:
            reached = reached and holds(action.until, snapshot)
        limit = action.until.timeout if action.until else action.timeout
        if not reached and elapsed > limit:
            raise ScriptError(
                f"{name_of(self.index + 1, action)} ({action.note or describe(action)}): "
                f"not reached within {limit:g} s{_shortfall(action, snapshot)}"
            )
        return reached and elapsed >= action.hold - 1e-9

    def _follow(self, move: Move, snapshot: Snapshot) -> bool:
        error = move.to - snapshot.signal(move.signal)
        if abs(error) <= move.tolerance:
            self.panel.set(move.widget, 0.0)
            return True
        limit = self._pace(move.widget, move.limit)
        self.panel.set(move.widget, max(-limit, min(limit, move.gain * error)))
        return False

    def _pace(self, name: str, value: float) -> float:
        """Return how far a hand of this pace deflects a lever; switches are what they are."""
        spec = self.panel.spec(name)
        is_sprung = spec.type == "lever" and spec.spring_return
        return self.pace * value if is_sprung else value

    def _rest(self, action: ActionSpec) -> None:
        for move in action.move:
            self.panel.set(move.widget, 0.0)

    def _end(self, action: ActionSpec) -> None:
        self._rest(action)
        if action.shot:
            self.shots.append(action.shot)
        self.index += 1
        self.began = self._thinks_until = None


def holds(condition: Condition, snapshot: Snapshot) -> bool:
    """Return whether a signal is where the condition wants it."""
    value = snapshot.signal(condition.signal)
    above = condition.above is None or value > condition.above
    return above and (condition.below is None or value < condition.below)


def name_of(number: int, action: ActionSpec) -> str:
    """Return what an action is called, counted from one: by its line where it has one."""
    return f"action {number}, {action.line}" if action.line else f"action {number}"


def describe(action: ActionSpec) -> str:
    """Return what an action waits for, in words."""
    parts = [f"{move.signal} -> {move.to:g}" for move in action.move]
    if action.until:
        parts.append(f"until {action.until.signal}")
    return ", ".join(parts) or "hold"


def _shortfall(action: ActionSpec, snapshot: Snapshot) -> str:
    """Return how far the signals are that an action waits for: ": height is 0.2, wanted 0.4"."""
    wanted = [
        (move.signal, f"{move.to - move.tolerance:g} ... {move.to + move.tolerance:g}")
        for move in action.move
        if abs(move.to - snapshot.signal(move.signal)) > move.tolerance
    ]
    if (until := action.until) is not None and not holds(until, snapshot):
        bounds = (("above", until.above), ("below", until.below))
        sides = [f"{side} {bound:g}" for side, bound in bounds if bound is not None]
        wanted.append((until.signal, ", ".join(sides)))
    told = [f"{name} is {snapshot.signal(name):.4g}, wanted {goal}" for name, goal in wanted]
    return ": " + "; ".join(told) if told else ""


def problems(script: ScriptSpec, panel: Panel, signals: tuple[str, ...]) -> list[str]:
    """Return what a script names that the scene does not have."""
    found = []
    for number, action in enumerate(script.actions, 1):
        which = name_of(number, action)
        widgets = [*action.set, *action.press, *(move.widget for move in action.move)]
        wanted = [move.signal for move in action.move]
        wanted += [action.until.signal] if action.until else []
        known = {*panel.input_names, *panel.control_names}
        found += [f"{which}: no control `{one}`" for one in widgets if one not in known]
        found += [f"{which}: no signal `{one}`" for one in wanted if one not in signals]
    return found


def script_of(scene: Path) -> Path:
    """Return where the scripted operator of a scene or exercise file lives."""
    folder = scene.parent.parent if scene.parent.name == "exercises" else scene.parent
    return folder / "scripts" / scene.name
