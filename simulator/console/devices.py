"""Mouse, keyboard and gamepads together: who may move the panel now, and what a loss does."""

from collections.abc import Callable, Collection
from typing import Any, Protocol

from simulator.console import gamepad, keyboard, notice, stamps
from simulator.console.panel import Panel
from simulator.console.presets import Presets
from simulator.snapshot import Event
from simulator.spec.models.console import ConsoleSpec

MOUSE = "mouse"  # source of what the pointer does
NOTICE_TIME = 10.0  # s that a notice stays on the panel
MAX_RAMP = 0.1  # s; after a hitch of the window a ramp goes on from where it was


class Desk(Protocol):
    """Real levers and lamps that are wired to the panel (the room `hardware`)."""

    def attach(self, panel: Panel, tell: Callable[[Event], None]) -> None:
        """Work this panel; `tell` hears of boards that fall silent and come back."""

    def select(self, console: ConsoleSpec) -> None:
        """Work this part of the panel."""

    def poll(self, is_at_hand: bool = True) -> None:
        """Move the panel; levers stay in neutral while the operator is not there."""

    def renew(self) -> None:
        """Set switches to where they really are."""

    def take_stamp(self) -> float | None:
        """Return when the oldest change since the last call came [s]."""
        ...


class Devices:
    """The operator's devices on one panel; the window tells it about keys and focus."""

    def __init__(
        self,
        panel: Panel,
        find: Callable[[], list[Any]],
        clock: Callable[[], float],
        presets: Presets | None = None,
        desk: Desk | None = None,
    ) -> None:
        self.panel = panel
        self.keyboard = keyboard.Keyboard(panel)
        self.gamepads = gamepad.Gamepads(panel, find, clock, presets=presets)
        self.desk = desk
        self.has_focus = True
        self._pointer = stamps.Pointer()
        self._stamp: float | None = None  # when the first key since the last sample went
        self._clock = clock
        self._last = clock()
        self._since: dict[notice.Notice, float] = {}

    def press_key(
        self,
        symbol: str,
        shift: bool = False,
        since: float | None = None,
        chord: Collection[str] = (),
    ) -> bool:
        """Take a key by the window's name for it; return whether it works the panel.

        `since` is when it went down, where the window has told it [s]; `chord` holds those of
        `keyboard.CHORDS` that were down with it.
        """
        name = keyboard.read_symbol(symbol)
        is_bound = self.has_focus and self.keyboard.press(name, shift, chord)
        if is_bound and self._stamp is None:
            self._stamp = self._clock() if since is None else since
        return is_bound

    def note_pointer(self, since: float | None) -> None:
        """The pointer was moved or pressed; it may be a control that it works."""
        self._pointer.note(self._clock() if since is None else since)

    def release_key(self, symbol: str) -> None:
        """Take a key's release."""
        self.keyboard.release(keyboard.read_symbol(symbol))

    def select(self, console: ConsoleSpec) -> None:
        """Work this part of the panel from now on; what is held elsewhere is let go."""
        is_held = any(pad.is_held for pad in self.gamepads.pads)
        self.keyboard.select(console)
        self.gamepads.select(console)
        if self.desk is not None:
            self.desk.select(console)
        self.panel.let_go()
        if is_held:
            self.panel.notify("rearm")

    def poll(self) -> None:
        """Read the devices and ramp the levers; call once per pass of the window's loop."""
        now = self._clock()
        self.keyboard.advance(min(now - self._last, MAX_RAMP))
        self._last = now
        self.gamepads.poll()
        if self.desk is not None:
            self.desk.poll(self.has_focus)
        self._ask_for_neutral()
        self._expire(now)

    def take_stamp(self) -> float | None:
        """Return when the oldest input since the last call came [s]; None without one."""
        found = [self._stamp, self.desk.take_stamp() if self.desk is not None else None]
        found += [self._pointer.take(MOUSE in self.panel.movers), self.gamepads.take_stamp()]
        self._stamp = None
        self.panel.movers.clear()
        return min((one for one in found if one is not None), default=None)

    def put_back(self) -> None:
        """Put every control where it starts, whoever holds it; real switches stay as they are."""
        self.keyboard.release_all()
        self.gamepads.disarm()
        self.panel.reset()
        if self.desk is not None:
            self.desk.renew()

    def lose_focus(self) -> None:
        """The window cannot see the operator any more: everything held goes to neutral, now."""
        self.has_focus = self.gamepads.enabled = False
        self._drop("focus")

    def gain_focus(self) -> None:
        """The operator is back: keys count again, axes after they were in neutral."""
        self.has_focus = self.gamepads.enabled = True
        self.panel.dismiss("focus")
        self._ask_for_neutral()

    def stall(self) -> None:
        """The window stood still and the physics side has already taken neutral: follow it."""
        if not self._drop("stalled"):
            self.panel.dismiss("stalled")  # nothing was held, nothing to tell

    def close(self) -> None:
        """Let the devices go, before others take the panel's place."""
        self.gamepads.close()

    def _drop(self, reason: str) -> bool:
        held = bool(self.keyboard.down)
        self.keyboard.release_all()
        self.gamepads.disarm()
        return bool(self.panel.neutral(reason)) or held

    def _ask_for_neutral(self) -> None:
        """Say so while a held axis has to come back to neutral before it counts."""
        pads = self.gamepads
        is_waiting = pads.enabled and any(pad.is_waiting for pad in pads.pads)
        is_shown = any(one.reason == "rearm" for one in self.panel.notices)
        if is_waiting and not pads.is_studied and not is_shown:
            self.panel.notify("rearm")
        elif not is_waiting and is_shown:
            self.panel.dismiss("rearm")

    def _expire(self, now: float) -> None:
        """Take notices down that have been read; those of a lasting state stay."""
        shown = self.panel.notices
        self._since = {one: self._since.get(one, now) for one in shown}
        for one, since in self._since.items():
            if one.reason not in notice.LASTING and now - since > NOTICE_TIME:
                self.panel.dismiss(one.reason)
