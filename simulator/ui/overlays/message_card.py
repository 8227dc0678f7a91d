"""The instructor's message over the view: whole, and there until the trainee puts it away."""

from collections.abc import Sequence

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from simulator.console.notice import MESSAGE, Notice
from simulator.console.panel import Panel
from simulator.ui.areas import Box
from simulator.ui.painting import fitting, surface, theme, windows
from simulator.ui.painting.paint import Paint
from simulator.ui.texts import language

WIDTH, MARGIN, SHADOW = 440, 16, 12
HEAD, FOOT, ROW, SIZE = 44, 16, 22, 16  # parts of the card, and its letters
GROUND = theme.fade(theme.BG1, 0.97)


def messages(panel: Panel) -> list[Notice]:
    """Return the messages that nobody has put away yet, the newest last."""
    return [one for one in panel.notices if one.reason == MESSAGE]


def dismiss(panel: Panel) -> bool:
    """Put the newest message away; return whether there was one."""
    shown = messages(panel)
    if shown:
        panel.dismiss(MESSAGE, shown[-1].source)
    return bool(shown)


def draw(p: Paint, view: Box, panel: Panel, tongue: str) -> None:
    """Draw the newest message at the foot of the view; a click puts it away."""
    shown = messages(panel)
    if not shown:
        return
    scale = p.scale
    width = min(WIDTH, view[2] / scale - 2 * MARGIN)
    room = int((view[3] / scale - 2 * MARGIN - HEAD - FOOT) / ROW)
    lines = broken(p, shown[-1].text.in_language(tongue), width - 40)
    if len(lines) > max(room, 1):
        lines = [*lines[: max(room, 1) - 1], f"{lines[max(room, 1) - 1]} …"]
    tall = HEAD + ROW * len(lines) + FOOT
    left = view[0] + view[2] - (width + MARGIN) * scale
    top = view[1] + view[3] - (tall + MARGIN) * scale
    edge = SHADOW * scale
    box = (left - edge, top - edge, width * scale + 2 * edge, tall * scale + 2 * edge)
    with windows.opened("##message", box, is_top=True) as commands:
        # above a briefing, too, that was clicked
        imgui.internal.bring_window_to_display_front(imgui.internal.get_current_window())
        p.onto(commands)
        p.at(left, top)
        imgui.set_cursor_screen_pos(p.snap(0, 0))
        is_away = imgui.invisible_button("##away", (width * scale, tall * scale))
        _ground(p, width, tall, imgui.is_item_hovered())
        _head(p, width, len(shown), tongue)
        for row, line in enumerate(lines):
            p.text(20, HEAD + ROW * row + 8, line, theme.TX0, SIZE, False, 0)
    if is_away:
        dismiss(panel)


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


def _head(p: Paint, width: float, count: int, tongue: str) -> None:
    p.icon(29, 22, icons.ICON_FA_COMMENT, theme.ACC, 16)
    title = language.say("message", tongue)
    p.text(48, 22, title, theme.ACC, 14, True, 0)
    if count > 1:
        more = language.say("messages_more", tongue).format(count - 1)
        p.text(58 + p.width(title, 14, True), 22, more, theme.TX1, 13, False, 0)
    p.icon(width - 22, 22, icons.ICON_FA_XMARK, theme.TX1, 14)
