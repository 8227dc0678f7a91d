"""The instructor's message over the view: whole, and there until the trainee puts it away."""

from collections.abc import Sequence
from typing import NamedTuple

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from simulator.console.notice import MESSAGE, Notice
from simulator.console.panel import Panel
from simulator.ui.areas import Areas
from simulator.ui.painting import fitting, scrolling, surface, theme, windows
from simulator.ui.painting.paint import Paint
from simulator.ui.painting.scrolling import Scroll
from simulator.ui.texts import phrases

WIDTH, MARGIN, SHADOW = 440, 16, 12
ROW, SIZE = 22, 16  # of the card's letters
GROUND = theme.fade(theme.BG1, 0.97)


class Form(NamedTuple):
    """What is round the text of a card, and between the card and the view's edges."""

    head: float
    foot: float
    left: float
    right: float
    margin: float


ROOMY, LOW = Form(44, 16, 20, 20, MARGIN), Form(12, 12, 48, 44, 8)


class Place(NamedTuple):
    """A card in a view: its right end and lowest top, its width and lines, in design pixels."""

    form: Form
    right: float
    top: float
    width: float
    lines: Sequence[str]


def messages(panel: Panel) -> list[Notice]:
    """Return the messages that nobody has put away yet, the newest last."""
    return [one for one in panel.notices if one.reason == MESSAGE]


def dismiss(panel: Panel) -> bool:
    """Put the newest message away; return whether there was one."""
    shown = messages(panel)
    if shown:
        panel.dismiss(MESSAGE, shown[-1].source)
    return bool(shown)


class MessageCard:
    """Draws the newest message, and holds how far it is scrolled where it has no room."""

    def __init__(self) -> None:
        self._scroll = Scroll()
        self._shown: Notice | None = None

    def draw(self, p: Paint, parts: Areas, panel: Panel, language: str) -> None:
        """Draw the message at the foot of the view beside the inset; a click puts it away."""
        shown = messages(panel)
        if not shown:
            return
        if shown[-1] is not self._shown:
            self._shown, self._scroll = shown[-1], Scroll()
        view = parts.view
        form, right, top, width, lines = _place(p, parts, shown[-1].text.in_language(language))
        bottom = (view[1] + view[3]) / p.scale - form.margin
        need = ROW * len(lines)
        room = min(need, max(bottom - top - form.head - form.foot, ROW))
        tall = form.head + room + form.foot
        left, top = (right - width) * p.scale, (bottom - tall) * p.scale
        edge = SHADOW * p.scale
        box = left - edge, top - edge, width * p.scale + 2 * edge, tall * p.scale + 2 * edge
        with windows.opened("##message", box, is_top=True) as commands:
            # above a briefing, too, that was clicked
            imgui.internal.bring_window_to_display_front(imgui.internal.get_current_window())
            p.onto(commands)
            p.at(left, top)
            imgui.set_cursor_screen_pos(p.snap(0, 0))
            is_away = imgui.invisible_button("##away", (width * p.scale, tall * p.scale))
            is_hovered = imgui.is_item_hovered()
            if is_hovered:  # else wheel and keys are the view's and the desk's
                self._scroll.turn(need - room, room)
            _ground(p, width, tall, is_hovered)
            _head(p, width, len(shown), language, form)
            if need > room:
                scrolling.bar(p, width - 11, form.head, room, need - room, self._scroll.way)
            p.clip(0, form.head - 4, width, room + 8)
            for row, line in enumerate(lines):
                y = form.head + ROW * row + ROW / 2 - self._scroll.way
                p.text(form.left, y, line, theme.TX0, SIZE, False, 0)
            p.unclip()
        if is_away:
            dismiss(panel)


def _place(p: Paint, parts: Areas, text: str) -> Place:
    """Return the first place that holds all lines, or the last.

    They are below the inset, left of it, as wide as the view is there, and low without a title.
    """
    x, y, wide, tall = (one / p.scale for one in parts.view)
    has_inset = parts.inset[2] > 0
    beside = parts.inset[0] / p.scale if has_inset else x + wide
    below = (parts.inset[1] + parts.inset[3]) / p.scale if has_inset else y
    whole = beside - x - 2 * MARGIN
    choices = (
        (ROOMY, x + wide - MARGIN, below + MARGIN, min(WIDTH, wide - 2 * MARGIN)),
        (ROOMY, beside - MARGIN, y + MARGIN, min(WIDTH, whole)),
        (ROOMY, beside - MARGIN, y + MARGIN, whole),
        (LOW, beside - MARGIN, y + LOW.margin, whole),
    )
    place = None
    for form, right, top, width in choices:
        lines = broken(p, text, width - form.left - form.right)
        place = Place(form, right, top, width, lines)
        if form.head + ROW * len(lines) + form.foot <= y + tall - form.margin - top:
            break
    assert place is not None
    return place


def broken(p: Paint, text: str, width: float) -> Sequence[str]:
    """Return a text's own lines, each broken to a width; a word that is longer is cut."""
    lines: list[str] = []
    for line in text.strip().splitlines():
        words = [part for word in line.split() for part in _cut(p, word, width)]
        lines += fitting.wrap(p, " ".join(words), width, SIZE, False) or [""]
    return lines


def _cut(p: Paint, word: str, width: float) -> list[str]:
    parts = [""]
    for letter in word:
        if p.width(parts[-1] + letter, SIZE) > width:
            parts.append("")
        parts[-1] += letter
    return parts


def _ground(p: Paint, width: float, tall: float, is_hovered: bool) -> None:
    surface.shadow(p, 0, 0, width, tall, 8)
    p.fill(0, 0, width, tall, GROUND, 8)
    p.outline(0, 0, width, tall, theme.ACC if is_hovered else theme.LINE2, 8)
    p.fill(0, 10, 4, tall - 20, theme.ACC, 2)


def _head(p: Paint, width: float, count: int, language: str, form: Form) -> None:
    p.icon(29, 22, icons.ICON_FA_COMMENT, theme.ACC, 16)
    p.icon(width - 22, 22, icons.ICON_FA_XMARK, theme.TX1, 14)
    if form is LOW:
        return
    title = phrases.say("message", language)
    p.text(48, 22, title, theme.ACC, 14, True, 0)
    if count > 1:
        more = phrases.say("messages_more", language).format(count - 1)
        p.text(58 + p.width(title, 14, True), 22, more, theme.TX1, 13, False, 0)
