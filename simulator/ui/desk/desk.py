"""The control desk: the console's groups as cards, its widgets alive in them."""

import math
from collections.abc import Callable, Mapping
from typing import NamedTuple

from imgui_bundle import imgui

from simulator.console.keyboard import name_key
from simulator.console.panel import Panel
from simulator.editor.history import History
from simulator.snapshot import Snapshot
from simulator.spec.models.console import ConsoleSpec
from simulator.spec.naming.widget_signals import THUMB
from simulator.ui.areas import Rect
from simulator.ui.desk import cards, layout, reading
from simulator.ui.desk.alarms import Alarms
from simulator.ui.desk.pages import Pages
from simulator.ui.painting import windows
from simulator.ui.painting.paint import Paint
from simulator.ui.widgets import cameras, hands, kinds, marks, motion
from simulator.ui.widgets.face import Face, say

GUARD_TIME = 5.0  # [s] after which an idle guard closes


class Entry(NamedTuple):
    """A widget on the desk: what it shows, how it is drawn, whether a hand can work it."""

    face: Face
    name: str
    kind: kinds.Kind
    is_control: bool


class CameraView(NamedTuple):
    """What a camera view of the desk shows: a robot's camera, and how large [px]."""

    camera: str
    size: tuple[int, int]


class Desk:
    """Reads the panel and the newest snapshot, draws both, and writes the hand to the panel."""

    def __init__(
        self, panel: Panel, paint: Paint, console: ConsoleSpec | None = None, apart: str = ""
    ) -> None:
        """`apart` is the page that is alone on this desk, in a window of its own."""
        self.panel = panel
        self.console = console or panel.console  # the part of the panel on this desk
        self.paint = paint
        self.hands = hands.Hands(panel)
        self._still: tuple[imgui.ImDrawList, Rect] | None = None
        self.focus: str | None = None
        self.editor: Callable[[Rect], None] | None = None  # has the pointer and the keys instead
        self.entries: dict[str, Entry] = {}
        for name, spec in self.console.panel.items():
            kind = kinds.name(spec)
            self.entries[name] = Entry(
                Face(name, spec), kind, kinds.KINDS[kind], hands.is_control(kind)
            )
        self.dock = cards.Dock(self.console, {n: e.face for n, e in self.entries.items()})
        self.pages, self.apart = Pages(self.console), apart
        self._key: tuple[object, ...] = ()
        self._idle: dict[str, float] = {}
        self._takes_wheel = False  # a control under the pointer
        self.reading = reading.Reading(panel, self.console)
        self.alarms = Alarms(panel)  # of all desks of the panel, where there are several
        self.history: History | None = None  # of all signals, for strip charts and alarms
        self.pictures: Mapping[str, imgui.ImTextureRef] = {}  # of the camera views

    def rect(self, name: str) -> Rect:
        """Return a widget's touchable box (x, y, width, height) in window pixels."""
        entry = self.entries[name]
        x, y, w, h = entry.kind.hit(entry.face)
        scale = self.paint.whole * entry.face.zoom
        return entry.face.x + x * scale, entry.face.y + y * scale, w * scale, h * scale

    def draw(
        self, box: Rect, snapshot: Snapshot | None, language: str, time: float, dt: float
    ) -> None:
        """Draw the desk into `box` (window pixels) and work it; `time` and `dt` in seconds."""
        if self.console.pages:
            self._turn_page()
        self._arrange(box, language)
        self._read(snapshot, time, dt)
        with windows.opened("##desk", box) as commands:
            self.paint.onto(commands)
            self.hands.has_wheel = not self.dock.is_scrolling
            self._takes_wheel = False
            if self.editor is None:
                self._walk_focus()
            for card in self.dock.cards:
                clip = self.dock.clip(card)
                imgui.push_clip_rect(clip[:2], clip[2:], True)
                for name in self.dock.visible(card):
                    self._draw_widget(self.entries[name], dt)
                imgui.pop_clip_rect()
            if self.dock.work_tabs(self.paint, not self._takes_wheel or self.dock.is_scrolling):
                self._key = ()
            if self.editor is not None:
                self.editor(box)

    def take_still(self) -> tuple[imgui.ImDrawList, Rect] | None:
        """Return, once after every change, the part that does not move and its box."""
        fresh, self._still = self._still, None
        return fresh

    def show(self, name: str) -> None:
        """Bring the page and the tab that hold a widget to the front."""
        if (page := self.pages.page_of(name)) is not None:
            self.pages.choose(page)
            self._turn_page()
        self.dock.show(name)
        self._key = ()

    def list_cameras(self) -> dict[str, CameraView]:
        """Return the camera views that show now, by their widgets."""
        found = {}
        for card in self.dock.cards:
            for name in self.dock.visible(card):
                f = self.entries[name].face
                if f.spec.camera is not None and f.w:
                    scale = self.paint.whole * f.zoom
                    _, _, w, h = cameras.inner(f)
                    found[name] = CameraView(f.spec.camera, (int(w * scale), int(h * scale)))
        return found

    def _turn_page(self) -> None:
        """Show the cards of the page that is chosen; what another one held is let go."""
        page = self.apart or self.pages.chosen
        shown = self.pages.groups(page, bool(self.apart))
        if shown != self.dock.shown:
            self.dock.shown = shown
            self.leave()

    def renew(self, console: ConsoleSpec) -> None:
        """Go on with other wires to the same indicators."""
        self.console = self.pages.console = console
        self.reading.renew(console)

    def follow(self, before: "Desk") -> None:
        """Go on as the desk of this console before an edit of its file."""
        self.pages.follow(before.pages)
        if self.dock.groups == before.dock.groups:
            self.dock.chosen, self.dock.scroll = before.dock.chosen, before.dock.scroll

    def leave(self) -> None:
        """Let the pointer's control and the focus go: another desk takes the place."""
        self.hands.drop()
        self.focus = None
        self._key = ()

    def forget_still(self) -> None:
        """Have the still part drawn again in the next frame, as after a change of the fonts."""
        self._key = ()

    # -- layout

    def _arrange(self, box: Rect, language: str) -> None:
        dead = tuple(e.face.is_faulty or e.face.is_missing for e in self.entries.values())
        key = (box, language, self.paint.scale, self.dock.scroll, dead)
        if key == self._key:
            return
        is_moved = key[:3] != self._key[:3]
        self._key = key
        scale, self.dock.is_edited = self.paint.scale, self.editor is not None
        for entry in self.entries.values():
            f = entry.face
            is_tight = box[3] / scale < cards.FULL and not self.dock.is_full(f.name)
            f.language, f.compact = language, is_tight
            f.labels = tuple(say(one, language) for one in f.spec.positions)
            if is_moved:
                f.figures = ""
        self.dock.arrange(self.paint, box, self._cells())
        self._draw_still(box, language)

    def _cells(self) -> dict[str, layout.Cell]:
        cells = {}
        for name, entry in self.entries.items():
            width, height = entry.kind.size(self.paint, entry.face)
            cells[name] = layout.Cell(name, entry.name, math.ceil(width), math.ceil(height))
        return cells

    def _draw_still(self, box: Rect, language: str) -> None:
        commands = windows.make_list()
        p = self.paint
        p.onto(commands)
        self.dock.draw(p, language)
        for card in self.dock.cards:
            clip = self.dock.clip(card)
            commands.push_clip_rect(clip[:2], clip[2:], True)
            for name in self.dock.visible(card):
                entry = self.entries[name]
                p.zoom(entry.face.zoom)
                p.at(entry.face.x, entry.face.y)
                entry.kind.still(p, entry.face)
            p.zoom(1)
            commands.pop_clip_rect()
        self._still = commands, box

    # -- values

    def _read(self, snapshot: Snapshot | None, time: float, dt: float) -> None:
        self.reading.follow(snapshot, self.history, time)
        self.alarms.follow(snapshot, self.history)
        for entry in self.entries.values():
            if entry.is_control and entry.name != "annunciator":
                self._read_control(entry, dt)
            else:
                self.reading.read(entry.face, entry.name, self.alarms)
            motion.follow(entry.face, entry.name, dt)

    def _read_control(self, entry: Entry, dt: float) -> None:
        f, panel = entry.face, self.panel
        if entry.name == "joystick":
            f.value, f.second = panel.get(f"{f.name}.x"), panel.get(f"{f.name}.y")
            f.is_thumb = f.spec.button and panel.get(f"{f.name}.{THUMB}") >= 0.5
        else:
            f.value = panel.get(f.name)
        if entry.name == "push_button":
            f.is_held = f.is_on
            f.value = self.reading.value(f.name) or 0.0  # the diagram may light it
        if f.spec.guarded:
            self._close_guard(f, dt)

    def _close_guard(self, f: Face, dt: float) -> None:
        is_open = self.panel.is_guard_open(f.name)
        is_idle = is_open and not f.is_on and not f.is_held
        self._idle[f.name] = self._idle.get(f.name, 0.0) + dt if is_idle else 0.0
        if self._idle[f.name] > GUARD_TIME:
            self.panel.close_guard(f.name)
        f.guard = motion.approach(f.guard, float(is_open), dt, motion.STOP_TIME)

    # -- one widget

    def _draw_widget(self, entry: Entry, dt: float) -> None:
        f, p = entry.face, self.paint
        p.zoom(f.zoom)
        if entry.is_control and self.editor is None:
            x, y, w, h = entry.kind.hit(f)
            scale = p.scale
            imgui.set_cursor_screen_pos((f.x + x * scale, f.y + y * scale))
            imgui.invisible_button(f.name, (max(w, 40) * scale, max(h, 40) * scale))
            is_held = self._touch(entry, dt)
            if entry.name != "push_button":
                f.is_held = is_held
            motion.hover(f, imgui.is_item_hovered() or is_held, dt)
            self._takes_wheel |= imgui.is_item_hovered() and hands.takes_wheel(f, entry.name)
            f.is_focused = self.focus == f.name
            self._explain(entry)
        elif entry.name == "strip_chart":
            f.cursor = self._cursor(f)
        elif entry.name == "camera":
            f.picture = self.pictures.get(f.name)
        p.at(f.x, f.y)
        entry.kind.live(p, f)
        if f.spec.guarded and entry.name != "toggle":
            marks.cover(p, f, *entry.kind.hit(f))
        p.zoom(1)

    def _touch(self, entry: Entry, dt: float) -> bool:
        f = entry.face
        if entry.name == "annunciator":
            if imgui.is_item_clicked():
                self.alarms.acknowledge(f.name)
            return False
        if f.spec.button:
            self.hands.thumb(f.name, f.is_held)
        if imgui.is_item_activated():
            self.focus = None
        mouse, scale = imgui.get_mouse_pos(), self.paint.scale
        x, y = (mouse.x - f.x) / scale, (mouse.y - f.y) / scale
        return self.hands.touch(f, entry.name, x, y, dt)

    def _cursor(self, f: Face) -> float | None:
        """Return where the pointer is on an indicator, 0 to 1 from its left; None beside it."""
        mouse, scale = imgui.get_mouse_pos(), self.paint.scale
        x, y = (mouse.x - f.x) / scale, (mouse.y - f.y) / scale
        is_over = 0 <= x <= f.w and 0 <= y <= f.h and imgui.is_window_hovered()
        return x / f.w if is_over else None

    def _explain(self, entry: Entry) -> None:
        """Show label and keys of a control the pointer rests on."""
        if entry.face.is_held or not imgui.is_item_hovered(imgui.HoveredFlags_.for_tooltip):
            return
        x, y, w, _ = self.rect(entry.face.name)
        imgui.set_next_window_pos((x + w / 2, y - 6), imgui.Cond_.always, (0.5, 1.0))
        own = self.paint.marks()
        keys = "  ".join(name_key(key, own, entry.face.language) for key in entry.face.spec.keys)
        imgui.set_tooltip(f"{entry.face.label}   {keys}" if keys else entry.face.label)

    # -- keyboard focus

    def _walk_focus(self) -> None:
        """Tab walks over the controls; Enter presses, arrows move by a mark, unless bound."""
        if imgui.get_io().want_text_input or imgui.get_io().key_ctrl or not self.entries:
            return
        bound = {key.upper() for e in self.entries.values() for key in e.face.spec.keys}
        if imgui.is_key_pressed(imgui.Key.tab) and "TAB" not in bound:
            self._step_focus(-1 if imgui.get_io().key_shift else 1)
        if self.focus is None:
            return
        entry = self.entries[self.focus]
        keys = {"ENTER": 0, "RIGHT": 1, "UP": 1, "LEFT": -1, "DOWN": -1}
        for name, direction in keys.items():
            key = imgui.Key[f"{name.lower()}_arrow" if direction else name.lower()]
            if name in bound or not imgui.is_key_pressed(key):
                continue
            if entry.name == "annunciator":
                if not direction:
                    self.alarms.acknowledge(entry.face.name)
            else:
                self.hands.focus_key(entry.face, entry.name, direction)
        if imgui.is_key_pressed(imgui.Key.escape, False):
            self.focus = None

    def _step_focus(self, way: int) -> None:
        shown = [name for card in self.dock.cards for name in self.dock.visible(card)]
        names = [n for n in shown if self.entries[n].is_control]
        if not names:
            return
        at = names.index(self.focus) + way if self.focus in names else (0 if way > 0 else -1)
        self.focus = names[at % len(names)]
