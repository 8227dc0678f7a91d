"""The operator's hand on a control: pointer and keys become values on the panel, at once."""

import math
from dataclasses import dataclass

from imgui_bundle import imgui

from simulator.console.panel import Panel
from simulator.spec.models.console import INDICATORS, LEVERS, SWITCHES
from simulator.spec.naming.widget_signals import THUMB
from simulator.ui.widgets import levers, sliders, stops, switches
from simulator.ui.widgets.face import Face

SOURCE = "mouse"
FINE = 0.2  # a held Shift slows a drag down
KNOB_TRAVEL = 150.0  # design pixels from end to end
RELEASE_TURN = 45.0  # [deg] that unlatch an emergency stop
RELEASE_HOLD = 0.5  # [s] that a double click must be held to unlatch it
MARKS = 20  # wheel steps from end to end


@dataclass(slots=True)
class Grip:
    """A control under the pointer's button."""

    name: str
    start: float
    start_second: float
    x: float  # pointer, design pixels in the cell
    y: float
    value: float  # unrounded, so that a slow drag is not lost in a detent
    second: float
    turned: float = 0.0  # [deg]
    time: float = 0.0  # [s] since the press
    is_double: bool = False
    was_on: bool = False


class Hands:
    """At most one pointer; keyboard and gamepad work the panel by themselves."""

    def __init__(self, panel: Panel) -> None:
        self.panel = panel
        self.grip: Grip | None = None
        self.has_wheel = True  # else it scrolls the desk
        self._thumb = ""  # the joystick whose thumb button the pointer's other button holds

    def touch(self, f: Face, kind: str, x: float, y: float, dt: float) -> bool:
        """Work the control just submitted to ImGui; (x, y) is the pointer in its cell."""
        if imgui.is_item_activated():
            self._take(f, kind, x, y)
        is_held = imgui.is_item_active() and self.grip is not None and self.grip.name == f.name
        if is_held and imgui.is_key_pressed(imgui.Key.escape, False):
            self._restore(f, kind)
            return False
        if is_held:
            self._move(f, kind, x, y, dt)
        elif self.grip is not None and self.grip.name == f.name:
            self._let_go()
        if imgui.is_item_hovered() and self.has_wheel:
            self._wheel(f, kind)
        return is_held

    def thumb(self, name: str, is_held: bool) -> None:
        """Work the thumb button of the joystick just submitted to ImGui by the right button."""
        is_near = is_held or imgui.is_item_hovered()
        if is_near and not self._thumb and imgui.is_mouse_clicked(1):
            self._thumb = name
            self.panel.press(f"{name}.{THUMB}", SOURCE)
        elif self._thumb == name and not imgui.is_mouse_down(1):
            self._drop_thumb()

    def _drop_thumb(self) -> None:
        if self._thumb:
            self.panel.release(f"{self._thumb}.{THUMB}", SOURCE)
            self._thumb = ""

    def drop(self) -> None:
        """Let go of what the pointer holds."""
        self._drop_thumb()
        if self.grip is not None:
            self._let_go()

    def focus_key(self, f: Face, kind: str, direction: int) -> None:
        """Move a focused control by one mark: -1, +1, or 0 for a press."""
        if f.spec.button and not direction:
            self.panel.press(f"{f.name}.{THUMB}", SOURCE)
            self.panel.release(f"{f.name}.{THUMB}", SOURCE)
        elif kind in ("joystick", *LEVERS):
            self._nudge(f, kind, direction)
        elif kind in SWITCHES and direction:
            self.panel.set(f.name, f.value + direction, SOURCE)
            self.panel.release(f.name, SOURCE)
        elif direction == 0:
            self.panel.press(f.name, SOURCE)
            self.panel.release(f.name, SOURCE)

    def _take(self, f: Face, kind: str, x: float, y: float) -> None:
        panel = self.panel
        is_double = imgui.is_mouse_double_clicked(0)
        self.grip = Grip(f.name, f.value, f.second, x, y, f.value, f.second, is_double=is_double)
        self.grip.was_on = f.is_on
        if kind in ("push_button", "toggle") or (kind == "emergency_stop" and not f.is_on):
            panel.press(f.name, SOURCE)
        elif kind in SWITCHES:
            self._pick(f, x, y, is_first=True)
        elif kind in ("joystick", *LEVERS):
            if is_double:
                self._put(f, kind, self._rest(f, kind, 0), self._rest(f, kind, 1))
            else:
                self._jump(f, kind, x, y)

    def _jump(self, f: Face, kind: str, x: float, y: float) -> None:
        """A press beside the grip brings the grip to the pointer."""
        grip = self.grip
        assert grip is not None
        span = f.high - f.low
        if kind == "lever" and abs(y - levers.place(f, f.value)) > 20:
            top = levers.place(f, f.high)
            grip.value = f.high - (y - top) / levers.travel(f) * span
        elif kind == "slider" and abs(x - sliders.place(f, f.value)) > 16:
            grip.value = f.low + (x - 12) / (f.w - 24) * span
        elif kind == "joystick":
            left, top, side, _ = levers.square_hit(f)
            reach = levers.REACH * side
            across, along = x - left - side / 2, top + side / 2 - y
            at = (2 * f.share(f.value) - 1) * reach, (2 * f.share(f.second) - 1) * reach
            if math.hypot(across - at[0], along - at[1]) > levers.GRIP:
                grip.value = f.low + (across / reach + 1) / 2 * span
                grip.second = f.low + (along / reach + 1) / 2 * span
        self._put(f, kind, grip.value, grip.second)

    def _move(self, f: Face, kind: str, x: float, y: float, dt: float) -> None:
        grip = self.grip
        assert grip is not None
        dx, dy = x - grip.x, y - grip.y
        if kind == "emergency_stop":
            self._turn_stop(f, x, y, dt)
        elif kind in SWITCHES:
            if abs(dx) + abs(dy) > 3:
                self._pick(f, x, y, is_first=False)
            return
        elif kind in ("joystick", *LEVERS) and (dx or dy):
            share = (FINE if imgui.get_io().key_shift else 1.0) * (f.high - f.low)
            ways = {
                "lever": (-dy / levers.travel(f), 0.0),
                "joystick": _square_way(f, dx, dy),
                "slider": (dx / (f.w - 24), 0.0),
                "knob": ((dx - dy) / KNOB_TRAVEL, 0.0),
            }[kind]
            grip.value += ways[0] * share
            grip.second += ways[1] * share
            self._put(f, kind, grip.value, grip.second)
        grip.x, grip.y = x, y

    def _put(self, f: Face, kind: str, value: float, second: float) -> None:
        value, second = (min(max(one, f.low), f.high) for one in (value, second))
        if self.grip is not None:
            self.grip.value, self.grip.second = value, second
        self.panel.set(f.name, (value, second) if kind == "joystick" else value, SOURCE)

    def _pick(self, f: Face, x: float, y: float, is_first: bool) -> None:
        """Turn a switch to the position nearest to the pointer; a press on its hub steps on."""
        middle, top, count = f.w / 2, switches.top(f), len(f.spec.positions)
        across, up = x - middle, top - y
        if math.hypot(across, up) < 0.5 * switches.radius(f):
            if is_first:
                self.panel.press(f.name, SOURCE)
            return
        turned = math.degrees(math.atan2(across, up))
        is_key = f.spec.type == "key_switch"
        ranked = min(range(count), key=lambda i: abs(switches.angle(i, count, is_key) - turned))
        if ranked != round(self.panel.get(f.name)):
            self.panel.set(f.name, ranked, SOURCE)

    def _turn_stop(self, f: Face, x: float, y: float, dt: float) -> None:
        grip = self.grip
        assert grip is not None
        grip.time += dt
        if not grip.was_on:
            return
        middle, top = f.w / 2, stops.MARGIN + stops.diameter(f) / 2
        before = math.degrees(math.atan2(grip.x - middle, top - grip.y))
        after = math.degrees(math.atan2(x - middle, top - y))
        grip.turned += (after - before + 180.0) % 360.0 - 180.0
        is_held_long = grip.is_double and grip.time >= RELEASE_HOLD
        if abs(grip.turned) >= RELEASE_TURN or is_held_long:
            self.panel.set(f.name, 0.0, SOURCE)
            self.panel.release(f.name, SOURCE)
            grip.was_on = False

    def _restore(self, f: Face, kind: str) -> None:
        """Esc: the old value comes back and the hand lets go."""
        grip = self.grip
        assert grip is not None
        if kind in ("joystick", *LEVERS, *SWITCHES):
            pair = (grip.start, grip.start_second)
            self.panel.set(f.name, pair if kind == "joystick" else grip.start, SOURCE)
        self._let_go()
        imgui.internal.clear_active_id()

    def _let_go(self) -> None:
        assert self.grip is not None
        self.panel.release(self.grip.name, SOURCE)
        self.grip = None

    def _wheel(self, f: Face, kind: str) -> None:
        turns = imgui.get_io().mouse_wheel
        if not turns or not takes_wheel(f, kind):
            return
        if kind in SWITCHES:
            top = len(f.spec.positions) - 1
            if not f.spec.spring_return or f.value + turns < top:  # a wheel cannot hold START
                self.panel.set(f.name, f.value + (1 if turns > 0 else -1), SOURCE)
        else:
            self._nudge(f, kind, turns)

    def _nudge(self, f: Face, kind: str, steps: float) -> None:
        fine = FINE if imgui.get_io().key_shift else 1.0
        value = f.value + steps * fine * (f.high - f.low) / MARKS
        if kind == "joystick":
            self.panel.set(f"{f.name}.x", value, "keyboard")
        else:
            self.panel.set(f.name, value, "keyboard")

    def _rest(self, f: Face, kind: str, axis: int) -> float:
        return self.panel.rest(f"{f.name}.{'xy'[axis]}" if kind == "joystick" else f.name)


def _square_way(f: Face, dx: float, dy: float) -> tuple[float, float]:
    reach = 2 * levers.REACH * levers.square(f)
    return dx / reach, -dy / reach


def takes_wheel(f: Face, kind: str) -> bool:
    """Return whether the wheel works a control."""
    return kind in SWITCHES or (kind in LEVERS and not f.spec.spring_return)


def is_control(kind: str) -> bool:
    """Return whether a hand can work this kind; an annunciator is acknowledged."""
    return kind == "annunciator" or kind not in ("strip", "words", *INDICATORS)
