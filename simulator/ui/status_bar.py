"""The line at the window's foot: run state, notices, and how well time is kept."""

from collections.abc import Sequence
from typing import NamedTuple

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from simulator.console.notice import GOOD, LASTING, MESSAGE, Notice
from simulator.console.panel import Panel
from simulator.snapshot import Snapshot
from simulator.spec import russian
from simulator.ui.areas import Box
from simulator.ui.intents import Status
from simulator.ui.painting import theme, windows
from simulator.ui.painting.fitting import fit, fit_end
from simulator.ui.painting.paint import Paint
from simulator.ui.texts import phrases

LEAST_FILE = 120  # of a notice's width for the file that it names
STATES = {
    "running": (icons.ICON_FA_PLAY, theme.OK),
    "paused": (icons.ICON_FA_PAUSE, theme.WARN),
    "waiting": (icons.ICON_FA_HOURGLASS_HALF, theme.INFO),
    "countdown": (icons.ICON_FA_HOURGLASS_HALF, theme.INFO),
    "loading": (icons.ICON_FA_HOURGLASS_HALF, theme.INFO),
    "replay": (icons.ICON_FA_CLOCK_ROTATE_LEFT, theme.INFO),
    "stopped": (icons.ICON_FA_STOP, theme.TX1),
    "empty": (icons.ICON_FA_STOP, theme.TX1),
    "frozen": (icons.ICON_FA_TRIANGLE_EXCLAMATION, theme.BAD),
    "failed": (icons.ICON_FA_TRIANGLE_EXCLAMATION, theme.BAD),
}
HEIGHT = 28
GAP = 40
CHIP, SENTENCE = 220, 600  # room that is kept for what is told, and for the first at most
NEXT = 200  # of the bar that one chip leaves to the others
ROUND = 42  # what a chip has beside its text
MOST = 3  # chips for which measures give way
UNIMPORTANT = ("step_time", "fps", "overruns", "latency", "real_time")  # the least first
STEP_LIMIT, LATENCY_LIMIT = 10.0, 120.0  # [ms]


Measure = tuple[str, str, str, bool]  # caption, value, widest value, whether it is out of bounds


class Look(NamedTuple):
    """Colours of a chip, and whether it has a tick instead of a triangle."""

    fill: int
    edge: int
    is_good: bool = False


class Chip(NamedTuple):
    """Something that the bar tells; a notice is taken away by a click."""

    text: str
    look: Look
    name: str
    notice: Notice | None = None


BAD, CAUTION = Look(theme.BADD, theme.BAD), Look(theme.WARND, theme.WARN)
CALM = Look(theme.BG2, theme.LINE2, True)


def draw(
    p: Paint, box: Box, status: Status, snapshot: Snapshot | None, panel: Panel, language: str
) -> bool:
    """Draw the bar; return whether the chip of `status.problems` was clicked."""
    with windows.opened("##status", box) as commands:
        width, _ = p.over(commands, box)
        p.fill(0, 0, width, HEIGHT, theme.BG0)
        p.fill(0, 0, width, 1, theme.LINE)
        glyph, colour = STATES.get(status.run_state, STATES["stopped"])
        p.icon(22, 14, glyph, colour, 12)
        word = phrases.say(status.run_state, language).upper()
        p.text(36, 14, word, theme.TX0, 13, True, 0)
        x = 36 + p.width(word, 13, True) + 20
        chips = _list_chips(status, snapshot, panel, language)
        right = _measures(p, width, x + _need(p, chips), status, language)
        return _chips(p, x, right - 12, chips, panel)


def _need(p: Paint, chips: Sequence[Chip]) -> float:
    """Return the room that measures leave to what is told: the first is a sentence to be read."""
    if not chips:
        return 0.0
    first = p.width(chips[0].text, 13) + ROUND + 12
    return min(max(first, CHIP), SENTENCE) + CHIP * (min(len(chips), MOST) - 1)


def _measures(p: Paint, width: float, least: float, status: Status, language: str) -> float:
    """Draw the measures from the right that have room from `least` on; return where they begin."""
    x, shown = width - 16, _choose(p, width - 16 - least, status, language)
    for key, value, widest, is_out in reversed(shown):
        caption = phrases.say(key, language)
        p.text(x, 14, value, theme.WARN if is_out else theme.TX0, 13, True, 1)
        left = x - p.width(widest, 13, True) - 8
        p.text(left, 14, caption, theme.TX2, 13, False, 1)
        left -= p.width(caption, 13)
        if is_out:
            _triangle(p, left - 12, 14, theme.WARN)
        if key != shown[0][0]:
            p.fill(left - 28, 9, 1, 10, theme.LINE2)
        x = left - GAP
    return x


def _choose(p: Paint, room: float, status: Status, language: str) -> list[Measure]:
    """Return the measures that fit side by side, those that are out of bounds before others."""
    shown = _list(status, language)
    wide = {one[0]: p.width(one[2], 13, True) + 8 + GAP for one in shown}
    wide = {key: more + p.width(phrases.say(key, language), 13) for key, more in wide.items()}
    for one in sorted(shown, key=lambda one: (one[3], UNIMPORTANT.index(one[0]))):
        if sum(wide[left[0]] for left in shown) <= room:
            break
        shown = [left for left in shown if left is not one]
    return shown


def _list(status: Status, language: str) -> list[Measure]:
    """Return every measure."""
    ms = phrases.say("ms", language)
    factor, step = status.real_time_factor, 1e3 * status.step_time
    rate, latency = status.frames_per_second, [min(1e3 * share, 9999) for share in status.latency]
    overruns = str(status.overruns)
    times = " / ".join(f"{share:.0f}" for share in latency)
    return [
        ("real_time", f"{phrases.number(factor, 2, language)}×", "00.00×", factor < 0.98),
        ("step_time", f"{phrases.number(step, 1, language)} {ms}", f"00.0 {ms}", step > STEP_LIMIT),
        ("overruns", overruns, max("000", overruns, key=len), status.overruns > 0),
        ("fps", f"{rate:.0f}", "000", False),
        ("latency", f"{times} {ms}", f"0000 / 0000 / 0000 {ms}", latency[1] > LATENCY_LIMIT),
    ]


def _triangle(p: Paint, x: float, y: float, colour: int) -> None:
    p.polygon([(x, y - 6), (x + 7, y + 5), (x - 7, y + 5)], colour)
    p.fill(x - 1, y - 2, 2, 4, theme.BG0)
    p.fill(x - 1, y + 3, 2, 1, theme.BG0)


def _list_chips(
    status: Status, snapshot: Snapshot | None, panel: Panel, language: str
) -> list[Chip]:
    """Return what is to be told: errors, alarms, then notices, what lasts first."""
    chips: list[Chip] = []
    if status.problems:
        first = status.problems[0]
        text = phrases.say("error_chip", language).format(len(status.problems))
        told = russian.tell(first).in_language(language)
        path = f"{first.path}: " if first.path else ""
        text += f" · {first.file}:{first.line}:{first.column}: {path}{told}"
        chips.append(Chip(text, BAD, "problems"))
    for alarm in snapshot.alarms if snapshot is not None else ():
        text = russian.say(alarm.text) if language == "ru" else alarm.text
        chips.append(Chip(text, BAD, f"alarm {alarm.code} {alarm.body}"))
    if status.complaint:
        chips.append(Chip(status.complaint, BAD, "complaint"))
    told = [one for one in reversed(panel.notices) if one.reason != MESSAGE]
    for notice in sorted(told, key=lambda one: one.reason not in LASTING):
        look, name = CALM if notice.reason in GOOD else CAUTION, f"{notice.reason} {notice.source}"
        chips.append(Chip(notice.text.in_language(language), look, name, notice))
    return chips


def _chips(p: Paint, x: float, right: float, chips: Sequence[Chip], panel: Panel) -> bool:
    """Draw chips; a click takes a notice away; return whether that of mistakes was clicked."""
    is_clicked = False
    for place, (text, look, name, notice) in enumerate(chips):
        more = min(len(chips) - place, MOST) - 1  # that come after it
        kept = min(NEXT * more, (right - x) * more / (more + 1))
        file = notice.source if notice is not None and "/" in notice.source else ""
        x, is_hit = _chip(p, x, right - kept, text, look, name, file)
        is_clicked = is_clicked or (is_hit and name == "problems")
        if is_hit and notice is not None:
            panel.dismiss(notice.reason, notice.source)
    return is_clicked


def _fit(p: Paint, whole: str, room: float, file: str) -> str:
    """Return a text shortened to `room`; where it ends in a file, that keeps its name."""
    head = whole.removesuffix(file)
    left = room - p.width(head, 13)
    if not file or head == whole or left < LEAST_FILE:
        return fit(p, whole, room)
    return head + fit_end(p, file, left)


def _chip(
    p: Paint, x: float, right: float, text: str, look: Look, name: str, file: str
) -> tuple[float, bool]:
    whole = text.replace("\n", " ")
    text = _fit(p, whole, right - x - ROUND, file)
    if not text:
        return right, False
    width = p.width(text, 13) + 40
    p.fill(x, 3, width, 22, look.fill, 11)
    p.outline(x, 3, width, 22, look.edge, 11)
    if look.is_good:
        p.icon(x + 15, 14, icons.ICON_FA_CHECK, theme.OK, 12)
    else:
        _triangle(p, x + 15, 14, look.edge)
    p.text(x + 28, 14, text, theme.TX0, 13, False, 0)
    imgui.set_cursor_screen_pos(p.snap(x, 0))
    is_clicked = imgui.invisible_button(f"##chip {name}", (width * p.scale, HEIGHT * p.scale))
    if text != whole and imgui.is_item_hovered():
        imgui.set_tooltip(whole)
    return x + width + 8, is_clicked
