"""The desk's cards: groups laid side by side, folded into tabs or scrolled when they do not fit."""

import itertools
import math
from collections.abc import Mapping

from imgui_bundle import imgui

from simulator.spec.fields import Text
from simulator.spec.models.console import ConsoleSpec
from simulator.ui.areas import Rect
from simulator.ui.desk import layout, spots
from simulator.ui.desk.pages import STOP
from simulator.ui.painting import fitting, scrolling, theme
from simulator.ui.painting.paint import Paint
from simulator.ui.widgets.face import Face, say

TOP, BOTTOM = 12, 16  # margins of the dock
FULL = 350  # height of the smallest dock whose widgets have their full size
TITLE, FOOT = 36, 12  # above and below a card's content
LOW, EDGE = 150, 6  # a dock lower than that has an emergency stop's card without a title
RADIUS = 10
BAR_TOP = 10  # of the bar that shows what is hidden, above the dock's foot
WHEEL_TIME = 0.6  # [s] for which a wheel that turns goes on scrolling
OTHER = Text(ru="ПРОЧЕЕ", en="OTHER")
VEIL = theme.fade(theme.BG0, 0.3)  # over a photo, so that labels can be read on it


class Dock:
    """Where every card and widget of a console lies, in window pixels."""

    def __init__(self, console: ConsoleSpec, faces: Mapping[str, Face]) -> None:
        self.console = console
        self.faces = faces
        self.scroll = self.hidden = 0.0  # design pixels: how far, and how far it goes
        self._scrolled_at = -math.inf  # [s] of ImGui's clock
        self.cards: list[layout.Card] = []
        self.chosen: dict[tuple[int, ...], int] = {}
        self._contents: dict[int, layout.Content] = {}  # by group
        self._box: Rect = (0.0, 0.0, 0.0, 0.0)
        self._scale = 1.0
        self._compact = False
        self.stretched: frozenset[str] = frozenset()  # widgets that are wider than they need
        self.is_edited = False  # all widgets have their full size, cards are made smaller
        self._members = {group: console.members(group) for group in console.groups}
        if alone := console.members(""):
            self._members[""] = alone
        self.groups = [*self._members]
        self.shown: frozenset[str] = frozenset(self.groups)  # on the page that is chosen
        self._free = {one for one in self.groups if console.is_free(one)}
        kinds = [{console.panel[one].type for one in self._members[g]} for g in self.groups]
        self._stops = {row for row, some in enumerate(kinds) if STOP in some}

    def is_full(self, name: str) -> bool:
        """Whether a widget has its full size, however small the dock: so places hold for all."""
        return self.is_edited or any(name in self._members[group] for group in self._free)

    def arrange(self, p: Paint, box: Rect, cells: Mapping[str, layout.Cell]) -> None:
        """Place all widgets of these sizes inside the dock's box."""
        self._box, self._scale = box, p.scale
        self._compact = box[3] / p.scale < FULL
        room = self._card_height() - (EDGE if self._compact else FOOT)
        padding = 9 if self._compact else 16
        rows = [row for row, one in enumerate(self.groups) if one in self.shown]
        groups = [self._measure(p, row, cells, room, padding) for row in rows]
        gap = layout.GAP if self._compact else layout.CARD_GAP
        self.cards = [
            card._replace(groups=tuple(rows[one] for one in card.groups))
            for card in layout.arrange(groups, box[2] / p.scale, gap)
        ]
        for card in self.cards:
            for row in card.groups if len(card.groups) > 1 else ():
                self._measure(p, row, cells, room, padding, card.width - 2 * padding)
        places = itertools.chain(*(self._contents[row].places for row in rows))
        self.stretched = frozenset(n.name for n in places if n.width > cells[n.name].width)
        last = max((one.x + one.width for one in self.cards), default=0.0)
        self.hidden = max(last + layout.MARGIN - box[2] / p.scale, 0.0)
        self.scroll = min(max(self.scroll, 0.0), self.hidden)
        for card in self.cards:
            self._set(card)

    def _measure(
        self,
        p: Paint,
        row: int,
        cells: Mapping[str, layout.Cell],
        room: float,
        padding: float,
        width: float = 0.0,
    ) -> layout.Group:
        """Lay a group's widgets out and return what its card needs; `width` is what it has."""
        group, room = self.groups[row], room - self._title_room(row)
        spec = self.console.groups.get(group)
        members = [cells[name] for name in self._members[group]]
        if group in self._free:
            size = spec.size if spec else None
            content = spots.fit(spots.place(members, self.console.layout.panel, size), room)
        elif self.is_edited and self._compact:
            whole = FULL - TOP - BOTTOM - TITLE - FOOT
            packed = layout.pack(members, whole, spec.columns if spec else 2)
            content = spots.fit(spots.trim(packed), room)
        else:
            gap = layout.TIGHT_GAP if self._compact else layout.GAP
            columns = spec.columns if spec else 2
            content = spots.fit(layout.pack(members, room, columns, gap, width), room)
        self._contents[row] = content
        kinds = [one.kind for one in members]
        return layout.Group(
            content.width + 2 * padding,
            _title_width(p, self._title(group)),
            STOP in kinds,
            kinds.count("lever") + kinds.count("joystick"),
            kinds.count("lamp") + kinds.count("annunciator"),
        )

    def visible(self, card: layout.Card) -> list[str]:
        """Return the names of a card's widgets that show now."""
        return self._members[self.groups[self._shown(card)]]

    def clip(self, card: layout.Card) -> Rect:
        """Return the window box (left, top, right, bottom) a card may draw in."""
        x, y, w, h = self._box
        left = x
        if not card.fixed and self.scroll:
            ends = [one.x + one.width + 6 for one in self.cards if one.fixed]
            left = x + max(ends, default=0) * self._scale
        return left, y, x + w, y + h

    def draw(self, p: Paint, language: str) -> None:
        """Draw the dock's ground and the cards with their titles."""
        x, y, w, h = self._box
        p.at(x, y)
        wide, tall = w / p.scale, h / p.scale
        p.gradient(0, 0, wide, tall, (theme.BG1, theme.BG0))
        p.fill(0, 0, wide, 1, theme.LINE)
        p.fill(wide / 2 - 24, 4, 48, 3, theme.LINE2, 1.5)
        for card in self.cards:
            p.at(x, y)
            self._draw_card(p, card, language)
        if self.hidden:
            p.at(x, y)
            room = wide - 2 * layout.MARGIN
            share = room / wide
            flat = share * self.hidden, share * self.scroll
            scrolling.bar(p, layout.MARGIN, tall - BAR_TOP, room, *flat, is_flat=True)

    @property
    def is_scrolling(self) -> bool:
        """Whether the wheel is the dock's whatever comes under the pointer: it has just turned."""
        return imgui.get_time() - self._scrolled_at < WHEEL_TIME

    def work_tabs(self, p: Paint, has_wheel: bool) -> bool:
        """Let the pointer choose tabs and scroll; return whether anything changed.

        `has_wheel`: no control under the pointer takes the wheel.
        """
        changed = False
        for card in self.cards:
            for group, x, width in self._tabs(p, card):
                place = self._at(card, x - layout.TAB_GAP / 2, 0)
                imgui.set_cursor_screen_pos(place)
                size = ((width + layout.TAB_GAP) * p.scale, 40 * p.scale)
                if imgui.invisible_button(f"##tab {self.groups[group]}", size):
                    self.chosen[card.groups] = group
                    changed = True
        wheel = imgui.get_io().mouse_wheel_h
        if has_wheel:
            wheel += imgui.get_io().mouse_wheel
        if wheel and self.hidden and imgui.is_window_hovered():
            self.scroll -= scrolling.WHEEL * wheel
            self._scrolled_at = imgui.get_time()
            changed = True
        return self._work_bar(p) or changed

    def _work_bar(self, p: Paint) -> bool:
        """Let the pointer drag the bar; return whether it did."""
        if not self.hidden:
            return False
        x, y, w, h = self._box
        imgui.set_cursor_screen_pos((x, y + h - BOTTOM * p.scale))
        imgui.invisible_button("##bar", (w, BOTTOM * p.scale))
        way = imgui.get_io().mouse_delta.x / p.scale
        if not imgui.is_item_active() or imgui.is_item_activated() or not way:
            return False
        self.scroll += way * (1.0 + self.hidden * p.scale / w)
        return True

    def content(self, card: layout.Card) -> tuple[Rect, float]:
        """Return the box of what a card shows in window pixels, and the scale it has there."""
        content = self._contents[self._shown(card)]
        title = self._title_room(self._shown(card))
        x, y = self._at(card, (card.width - content.width) / 2, title)
        size = content.width * self._scale, content.height * self._scale
        return (x, y, *size), self._scale * content.zoom

    @property
    def box(self) -> Rect:
        """The dock's box in window pixels."""
        return self._box

    def group_of(self, card: layout.Card) -> str:
        """Return the group whose widgets a card shows now; "" has those without one."""
        return self.groups[self._shown(card)]

    def frame(self, card: layout.Card) -> Rect:
        """Return the box of a card in window pixels."""
        size = card.width * self._scale, self._card_height() * self._scale
        return (*self._at(card, 0, 0), *size)

    def natural_size(self) -> tuple[float, float]:
        """Return the width and height in design pixels at which nothing had to be made smaller."""
        if not self.cards:
            return 0.0, 0.0
        contents = [self._contents[self._shown(card)] for card in self.cards]
        width = self.cards[-1].x + self.cards[-1].width - self.cards[0].x + 2 * layout.MARGIN
        width += sum(one.width / one.zoom - one.width for one in contents)
        free = [one.height / one.zoom for one in contents if one.zoom < 1]
        frame = (29 if self._compact else TITLE) + TOP + BOTTOM + 12
        return math.ceil(width), math.ceil(max(free, default=0.0) + frame)

    def show(self, name: str) -> None:
        """Bring the tab of a widget to the front."""
        group = next(i for i, one in enumerate(self.groups) if name in self._members[one])
        for card in self.cards:
            if group in card.groups:
                self.chosen[card.groups] = group

    # -- inside

    def _shown(self, card: layout.Card) -> int:
        return self.chosen.get(card.groups, card.groups[0])

    def _card_height(self) -> float:
        return self._box[3] / self._scale - TOP - BOTTOM

    def _title_room(self, row: int) -> float:
        """Return the height above a group's widgets; a stop gets all of a low dock's."""
        is_low = self._box[3] < LOW * self._scale and not self.is_edited
        if is_low and row in self._stops:
            return EDGE
        return 29 if self._compact else TITLE

    def _at(self, card: layout.Card, x: float, y: float) -> tuple[float, float]:
        left = card.x - (0 if card.fixed else self.scroll) + x
        return self._box[0] + left * self._scale, self._box[1] + (TOP + y) * self._scale

    def _set(self, card: layout.Card) -> None:
        for group in card.groups:
            content = self._contents[group]
            left = (card.width - content.width) / 2
            for place in content.places:
                f = self.faces[place.name]
                x, y = self._at(card, left + place.x, self._title_room(group) + place.y)
                f.x, f.y = float(round(x)), float(round(y))
                f.w, f.h, f.zoom = place.width, place.height, place.zoom

    def _draw_card(self, p: Paint, card: layout.Card, language: str) -> None:
        clip = self.clip(card)
        p.clip((clip[0] - p.x) / p.scale, 0, (clip[2] - clip[0]) / p.scale, self._box[3] / p.scale)
        p.at(*self._at(card, 0, 0))
        tall = self._card_height()
        p.gradient(0, 0, card.width, tall, theme.CARD, RADIUS)
        p.outline(0, 0, card.width, tall, theme.LINE, RADIUS)
        self._draw_titles(p, card, language)
        content, title = self._contents[self._shown(card)], self._title_room(self._shown(card))
        left = (card.width - content.width) / 2
        spec = self.console.groups.get(self.groups[self._shown(card)])
        if spec is not None and spec.background is not None:
            area = left, title, content.width, content.height
            p.photo(*area, spec.background, 4)
            p.fill(*area, VEIL, 4)
        for x, y, width in content.lines:
            p.fill(left + x, title + y, width, 1, theme.LINE)
        p.unclip()

    def _draw_titles(self, p: Paint, card: layout.Card, language: str) -> None:
        for group, x, width in self._tabs(p, card, with_single=True):
            is_shown = group == self._shown(card)
            is_tab = len(card.groups) > 1
            if not is_tab and (not self.groups[group] or self._title_room(group) == EDGE):
                continue
            colour = theme.TX0 if is_tab and is_shown else theme.TX2
            title = say(self._title(self.groups[group]), language).upper()
            title = fitting.fit_capitals(p, title, width)
            p.capitals(x, 14 if self._compact else 20, title, colour)
            if is_tab and is_shown:
                p.fill(x, 22 if self._compact else 31, p.capitals_width(title), 2, theme.ACC, 1)

    def _title(self, group: str) -> Text:
        """Return the title of a card, or of the tab of what has none."""
        spec = self.console.groups.get(group)
        return spec.title if spec is not None else OTHER

    def _tabs(
        self, p: Paint, card: layout.Card, with_single: bool = False
    ) -> list[tuple[int, float, float]]:
        """Return (group, left, width) of a card's tabs; of a lone title only when asked."""
        if len(card.groups) == 1 and not with_single:
            return []
        widths = [_title_width(p, self._title(self.groups[group])) for group in card.groups]
        room = card.width - 2 * layout.MARGIN - layout.TAB_GAP * (len(widths) - 1)
        x, result = 16.0, []
        for group, width in zip(card.groups, layout.squeeze(widths, room), strict=True):
            result.append((group, x, width))
            x += width + layout.TAB_GAP
        return result


def _title_width(p: Paint, title: Text) -> float:
    return max(p.capitals_width(title.ru), p.capitals_width(title.en))
