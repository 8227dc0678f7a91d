"""The strip above the desk: a tab for each console or page, with its state."""

import math
from collections.abc import Collection, Mapping, Sequence

from imgui_bundle import imgui

from simulator.snapshot import Snapshot
from simulator.spec.fields import Text
from simulator.spec.models.console import LAMPS, ConsoleSpec
from simulator.ui.areas import Box
from simulator.ui.painting import fitting, theme, windows
from simulator.ui.painting.paint import Paint
from simulator.ui.widgets import motion
from simulator.ui.widgets.face import widest

HEIGHT = 30
MARGIN, GAP, WIDEST = 16, 4, 180
BESIDE, BESIDE_NUMBER = 14, 28  # before a title, and where a number is there, too
ASIDE = 30  # after it, where the mark is
NARROW, NARROW_NUMBERED = 84, 20  # tabs below it have their mark under their title, as a bar
RANKS = {"normal": 1, "advisory": 1, "caution": 2, "warning": 3}
COLOURS = (theme.LINE2, theme.OK, theme.WARN, theme.BAD)  # by rank; 0 = nothing is lit


class ConsoleTabs:
    """Tabs of these consoles; a tab's mark has the colour of its console's gravest light."""

    def __init__(self, consoles: Mapping[str, ConsoleSpec], name: str = "consoles") -> None:
        self.consoles, self.name = consoles, name
        self.is_numbered = name == "consoles"  # Ctrl with the number takes it
        self._layout: object = None
        self._rows: dict[str, list[tuple[str, int, int]]] = {}  # name, signal's row, rank by owner

    def draw(
        self,
        p: Paint,
        box: Box,
        titles: Sequence[tuple[str, str]],
        chosen: str,
        snapshot: Snapshot | None,
        time: float,
        raised: Collection[str] = (),
    ) -> str | None:
        """Draw the strip of (owner, title) tabs; return the owner whose tab was clicked.

        `raised` are the annunciators with an alarm, also one that is over and waits to be seen.
        """
        clicked = None
        width = box[2] / p.scale
        share = (width - 2 * MARGIN + GAP) / len(titles) - GAP
        each = min(share, WIDEST)
        is_narrow = each < (NARROW_NUMBERED if self.is_numbered else NARROW)
        with windows.opened(f"##{self.name}", box) as commands:
            p.onto(commands)
            p.at(box[0], box[1])
            p.fill(0, 0, width, HEIGHT, theme.BG0)
            p.fill(0, 0, width, 1, theme.LINE)
            widths = [each] * len(titles) if is_narrow else self._widths(p, titles, share)
            x = MARGIN - GAP
            for place, (owner, title) in enumerate(titles):
                each = widths[place]
                x += GAP if place == 0 else widths[place - 1] + GAP
                imgui.set_cursor_screen_pos(p.snap(x, 0))
                size = each * p.scale, HEIGHT * p.scale
                if imgui.invisible_button(f"##{self.name} {owner}", size):
                    clicked = owner
                hovered = imgui.is_item_hovered()
                number = str(place + 1) if self.is_numbered else ""
                shown = _tab(p, x, each, number, title, owner == chosen, hovered, is_narrow)
                if hovered and shown != title:
                    imgui.set_tooltip(title)
                colour = self._colour(owner, snapshot, time, raised)
                if is_narrow:
                    p.fill(x + 4, HEIGHT - 4, each - 8, 3, colour, 1.5)
                    continue
                right = x + max(each - 16, 0.7 * each)
                p.disc(right, HEIGHT / 2 + 1, 5, theme.BG0)
                p.disc(right, HEIGHT / 2 + 1, 4, colour)
        return clicked

    def width(self, p: Paint, titles: Sequence[Text]) -> float:
        """Return how wide a strip is that has room for these titles, in design pixels."""
        needs = [min(self._need(widest(p, one, 14, True)), WIDEST) for one in titles]
        return 2 * MARGIN + sum(needs) + GAP * (len(needs) - 1)

    def _need(self, text: float) -> float:
        """Return how wide a tab is that has room for its title."""
        beside = BESIDE_NUMBER if self.is_numbered else BESIDE
        return math.ceil(beside + text + ASIDE)

    def _widths(self, p: Paint, titles: Sequence[tuple[str, str]], share: float) -> list[float]:
        """Return the widths of tabs that may have `share` on average.

        They are equal where all titles have room so. Else a tab has what its title needs, and what
        is left is shared; where it is not enough, the longest are cut to one length.
        """
        needs = [self._need(p.width(title, 14, True)) for _, title in titles]
        each = min(share, WIDEST)
        if max(needs) <= each:
            return [each] * len(needs)
        room = min(share * len(needs), sum(max(need, each) for need in needs))
        for place, need in enumerate(sorted(needs)):  # the longest share what the others leave
            most = room / (len(needs) - place)
            if need > most:
                return [min(one, most) for one in needs]
            room -= need
        return [one + room / len(needs) for one in needs]

    def rank(self, owner: str, snapshot: Snapshot | None, raised: Collection[str] = ()) -> int:
        """Return the gravest lit light of a console: 0 none, 1 normal, 2 caution, 3 warning."""
        if snapshot is None:
            return 0
        if snapshot.layout is not self._layout:
            self._resolve(snapshot)
        values, broken = snapshot.signals, snapshot.shown
        lit = (
            rank
            for name, row, rank in self._rows[owner]
            if name in raised or broken.get(name, values[row]) > 0.5
        )
        return max(lit, default=0)

    def _resolve(self, snapshot: Snapshot) -> None:
        self._layout = snapshot.layout
        rows = {name: row for row, name in enumerate(snapshot.layout.signals)}
        for owner, console in self.consoles.items():
            lights = [name for name, one in console.panel.items() if one.type in LAMPS]
            wired = [(name, console.outputs.get(name)) for name in lights]
            self._rows[owner] = [
                (name, rows[wire], RANKS[console.panel[name].kind])
                for name, wire in wired
                if wire in rows
            ]

    def _colour(
        self, owner: str, snapshot: Snapshot | None, time: float, raised: Collection[str]
    ) -> int:
        """Return the colour of a tab's mark at this time; the gravest blinks."""
        rank = self.rank(owner, snapshot, raised)
        return COLOURS[0 if rank == 3 and motion.is_dark(time, 1.0) else rank]


def _tab(
    p: Paint,
    x: float,
    width: float,
    number: str,
    title: str,
    is_chosen: bool,
    is_hovered: bool,
    is_narrow: bool,
) -> str:
    """Draw a tab; return what of its title has room."""
    ground = theme.BG2 if is_chosen else theme.BG3 if is_hovered else theme.BG1
    p.fill(x, 4, width, HEIGHT - 4, ground, 6, "top")
    if is_chosen:
        p.fill(x + 6, 4, width - 12, 2, theme.ACC, 1)
    colour = theme.TX0 if is_chosen else theme.TX1
    p.text(
        x + (0.5 * width if is_narrow else min(14, 0.32 * width)),
        HEIGHT / 2 + 1,
        number,
        theme.ACC if is_chosen else theme.TX2,
        13,
        True,
    )
    left = BESIDE_NUMBER if number else 8 if is_narrow else BESIDE
    text = fitting.fit(p, title, width - (8 if is_narrow else ASIDE) - left, 14, is_chosen)
    p.text(x + left, HEIGHT / 2 + 1, text, colour, 14, is_chosen, 0)
    return text
