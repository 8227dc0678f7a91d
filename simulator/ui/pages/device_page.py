"""The page on which a gamepad is calibrated: what to do, its axes, and the curve of one of them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from simulator.console.axis import bend
from simulator.console.calibration import Calibration, Finding
from simulator.spec.fields import Text
from simulator.ui.areas import Rect
from simulator.ui.pages.error_card import button, button_width
from simulator.ui.painting import fitting, scrolling, surface, theme, windows
from simulator.ui.painting.paint import Paint
from simulator.ui.painting.scrolling import Scroll
from simulator.ui.texts import phrases
from simulator.ui.texts.devices import CONTROLS, TURNS, say

DIM = theme.rgb("#07090C", 0.62)
SIZE = (1000.0, 640.0)
ROW, BAR, GRAPH = 58.0, 260.0, 300.0
LEAST_ROW, LEAST_BAR = 38.0, 60.0  # where there is less room
HEAD, TITLE, FOOT = 172.0, 52.0, 76.0  # height above the axes, of the title in it, of the buttons
LOW, COLUMNS = 440.0, 640.0  # a page so low has no title, one so wide the curve beside the axes
TUNE, LEAST_GRAPH = 146.0, 100.0  # height of what is below the curve, and of that at least
STEPS = 60  # of the drawn curve


class DevicePage(NamedTuple):
    """What the page shows of the device that is calibrated."""

    name: str
    turn: str  # of the calibrator
    progress: float
    has_moved: bool
    raw: Mapping[str, float]
    ranges: Mapping[str, tuple[float, float]]  # seen, raw
    pushed: Sequence[str]
    findings: Mapping[str, Finding]  # when done
    axes: Mapping[str, Calibration]  # as they are going to be kept
    chosen: str  # axis whose curve is drawn
    complaint: str = ""


class Asked(NamedTuple):
    """What was done on the page."""

    action: str = ""  # "next", "again", "keep", "close"
    chosen: str | None = None
    changed: Calibration | None = None  # of the chosen axis


def draw(
    p: Paint, size: tuple[int, int], page: DevicePage, language: str, scroll: Scroll | None = None
) -> Asked:
    """Draw the page over the window and return what was done on it.

    What does not fit between its head and its buttons is scrolled.
    """
    width, height = size[0] / p.scale, size[1] / p.scale
    wide, tall = min(SIZE[0], width - 32), min(SIZE[1], height - 32)
    x, y = (width - wide) / 2, (height - tall) / 2
    with windows.opened("##device", (0, 0, *size), is_top=True) as commands:
        p.onto(commands)
        p.at(0, 0)
        p.fill(0, 0, width, height, DIM)
        surface.shadow(p, x, y, wide, tall, 12)
        p.gradient(x, y, wide, tall, theme.CARD, 12)
        p.outline(x, y, wide, tall, theme.LINE2, 12)
        top = y
        if tall < LOW:
            top -= TITLE
        else:
            p.text(x + 32, y + 40, say("title", language), theme.TX0, 26, True, 0)
            name = fitting.fit(p, page.name, wide * 0.45, 15)
            p.text(x + wide - 32, y + 40, name, theme.TX1, 15, False, 1)
        _turns(p, x + 32, top + 76, wide - 64, page, language)
        _advice(p, x + 32, top + 132, wide - 64, page, language)
        top += HEAD
        box = x, top, wide, y + tall - FOOT - top
        chosen, changed = _content(p, box, page, language, scroll or Scroll())
        action = _buttons(p, x + 32, y + tall - 60, page, language)
        return Asked(action, chosen, changed)


def _content(
    p: Paint, box: Rect, page: DevicePage, language: str, scroll: Scroll
) -> tuple[str | None, Calibration | None]:
    """Draw the axes and the curve of one beside or below them; return what was clicked there."""
    x, top, wide, room = box
    has_curve, is_beside = page.turn == "done" and page.chosen in page.axes, wide >= COLUMNS
    count = max(len(page.raw), 1)
    row = min(ROW, max((room - 24) / count, LEAST_ROW))
    side = min(GRAPH - 60, max(room - TUNE, LEAST_GRAPH))
    axes, curve = 24 + count * row, (side + TUNE) * has_curve
    hidden = (max(axes, curve) if is_beside else axes + curve) - room
    way = scroll.turn(hidden, room)
    if hidden > 0.0:
        scrolling.bar(p, x + wide - 14, top, room, hidden, way)
    imgui.push_clip_rect(p.snap(x, top), p.snap(x + wide, top + room), True)
    long = min(BAR + 300, wide - GRAPH - 36 if is_beside else wide - 48)
    chosen = _axes(p, x + 32, top + 24 - way, row, long, page, language)
    changed = None
    if has_curve:
        low = top - way + axes * (not is_beside)
        left = x + wide - GRAPH + 4 if is_beside else x + 32
        changed = _curve(p, left, low + 8, side, page, language)
    imgui.pop_clip_rect()
    return chosen, changed


def _turns(p: Paint, x: float, y: float, wide: float, page: DevicePage, language: str) -> None:
    """Draw the four turns as a line of steps."""
    at = TURNS.index(page.turn) if page.turn in TURNS else -1
    part = wide / len(TURNS)
    for place, turn in enumerate(TURNS):
        left = x + place * part
        is_now, is_done = place == at, place < at or page.turn == "done"
        colour = theme.OK if is_done else theme.ACC if is_now else theme.TX2
        p.fill(left, y, part - 12, 4, theme.BG4, 2)
        share = 1.0 if is_done else page.progress if is_now else 0.0
        if share > 0.0:
            p.fill(left, y, max((part - 12) * share, 4), 4, colour, 2)
        text = f"{place + 1}  {say(f'turn_{turn}', language)}"
        text = fitting.fit(p, text, part - 8, 13, is_now)
        p.text(left, y + 20, text, theme.TX0 if is_now else theme.TX2, 13, is_now, 0)


def _advice(p: Paint, x: float, y: float, wide: float, page: DevicePage, language: str) -> None:
    text = say(f"do_{page.turn}", language)
    colour = theme.TX0
    if page.has_moved and page.turn in ("still", "back"):
        text, colour = say("moved", language), theme.WARN
    if page.complaint:
        text, colour = page.complaint, theme.BAD
    for line in fitting.wrap(p, text, wide, 16, False)[:2]:
        p.text(x, y, line, colour, 16, False, 0)
        y += 22


def _axes(
    p: Paint, x: float, y: float, row: float, wide: float, page: DevicePage, language: str
) -> str | None:
    """Draw a row for each axis: its name, its way, what was found; return one that is clicked."""
    chosen, bar = None, min(BAR, max(wide - 216, LEAST_BAR))
    lift, gap = (16, 6) if row == ROW else (12, 2)  # what is written below the name is inside
    for name in page.raw:
        if page.turn == "done":
            imgui.set_cursor_screen_pos(p.snap(x - 8, y - lift))
            area = (wide * p.scale, (row - gap) * p.scale)
            if imgui.invisible_button(f"##axis {name}", area):
                chosen = name
            if name == page.chosen or imgui.is_item_hovered():
                is_chosen = name == page.chosen
                fill = theme.ACCD if is_chosen else theme.BG3
                p.fill(x - 8, y - lift, wide, row - gap, theme.fade(fill, 0.55), 6)
        p.text(x, y, CONTROLS[name].in_language(language), theme.TX0, 14, True, 0)
        _way(p, x + 200, y, bar, name, page)
        found, is_pushed = page.findings.get(name), name in page.pushed
        _found(p, x, y + min(20, row - 20), found, is_pushed, page.turn, language)
        y += row
    if not page.raw:
        p.text(x, y, say("no_axes", language), theme.TX2, 14, False, 0)
    return chosen


def _way(p: Paint, x: float, y: float, wide: float, name: str, page: DevicePage) -> None:
    """Draw an axis: the whole scale, what was seen of it, its dead zone, where it is."""
    surface.recessed(p, x, y - 8, wide, 16, 8)

    def place(raw: float) -> float:
        return x + 8 + (min(max(raw, -1.0), 1.0) + 1.0) / 2.0 * (wide - 16)

    seen = page.ranges.get(name)
    if seen is not None:
        left, right = place(seen[0]), place(seen[1])
        colour = theme.OK if name in page.pushed else theme.LINE2
        p.fill(left, y - 4, max(right - left, 2), 8, theme.fade(colour, 0.55), 4)
    own = page.axes.get(name)
    if own is not None:
        down = place(own.rest - own.dead_zone * (own.rest - own.low))
        up = place(own.rest + own.dead_zone * (own.high - own.rest))
        p.fill(down, y - 7, max(up - down, 2), 14, theme.fade(theme.WARN, 0.6), 2)
    p.fill(place(page.raw[name]) - 1.5, y - 12, 3, 24, theme.TX0, 1.5)


def _found(
    p: Paint, x: float, y: float, found: Finding | None, is_pushed: bool, turn: str, language: str
) -> None:
    """Write what was measured of an axis below its name."""
    if turn == "push":
        mark, word = (theme.OK, "pushed") if is_pushed else (theme.TX2, "not_pushed")
        p.text(x, y, say(word, language), mark, 13, False, 0)
    if found is None:
        return
    if found.calibration is None:
        p.text(x, y, say("left_out", language), theme.TX2, 13, False, 0)
        return
    shares = (("noise", found.noise), ("drift", found.drift), ("play", found.play))
    text = "   ".join(
        f"{say(word, language)} {phrases.number(100 * share, 1, language)} %"
        for word, share in shares
    )
    p.text(x, y, text, theme.TX1, 13, False, 0)
    if found.is_worn:
        left = x + p.width(text, 13) + 16
        p.icon(left + 6, y, icons.ICON_FA_TRIANGLE_EXCLAMATION, theme.WARN, 13)
        p.text(left + 18, y, say("worn", language), theme.WARN, 13, True, 0)


def _curve(
    p: Paint, left: float, top: float, side: float, page: DevicePage, language: str
) -> Calibration | None:
    """Draw deflection against output with where the lever is; return the axis if it is changed."""
    own = page.axes[page.chosen]
    surface.recessed(p, left, top, side, side, 6)
    p.clip(left, top, side, side)
    middle = (left + side / 2, top + side / 2)
    half = side / 2 - 8
    zone = own.dead_zone * half
    p.fill(middle[0] - zone, top, 2 * zone, side, theme.fade(theme.WARN, 0.22))
    p.line(left, middle[1], left + side, middle[1], theme.LINE2)
    p.line(middle[0], top, middle[0], top + side, theme.LINE2)
    shares = [2.0 * step / STEPS - 1.0 for step in range(STEPS + 1)]
    points = [(at, bend(at, own.dead_zone, own.curve)) for at in shares]
    p.path([(middle[0] + a * half, middle[1] - b * half) for a, b in points], theme.ACC, 2)
    travel = own.travel(page.raw.get(page.chosen, own.rest))
    out = bend(travel, own.dead_zone, own.curve)
    spot = (middle[0] + travel * half, middle[1] - out * half)
    p.disc(*spot, 6, theme.TX0)
    p.ring(*spot, 6, theme.BG0, 1.5)
    p.unclip()
    label = (
        f"{CONTROLS[page.chosen].in_language(language)}:  {phrases.number(out, 2, language, True)}"
    )
    p.text(left + (GRAPH - 60) / 2, top + side + 18, label, theme.TX1, 14)
    return _tune(p, left, top + side + 52, GRAPH - 60, own, language)


def _tune(
    p: Paint, x: float, y: float, wide: float, own: Calibration, language: str
) -> Calibration | None:
    """Draw dead zone, curve and direction as sliders and a tick; return the changed axis."""

    def slider(word: str, value: float, low: float, high: float, y: float, unit: str) -> float:
        p.text(x, y, say(word, language), theme.TX1, 13, False, 0)
        imgui.set_cursor_screen_pos(p.snap(x + 110, y - 11))
        imgui.set_next_item_width((wide - 110) * p.scale)
        shown = phrases.number(value, 0 if unit else 2, language) + unit
        return imgui.slider_float(f"##{word}", value, low, high, shown)[1]

    share = slider("dead_zone", 100.0 * own.dead_zone, 0.0, 50.0, y, " %%") / 100.0
    curve = slider("curve", own.curve, 0.3, 3.0, y + 32, "")
    imgui.set_cursor_screen_pos(p.snap(x + 110, y + 52))
    _, invert = imgui.checkbox("##invert", own.invert)
    p.text(x, y + 64, say("invert", language), theme.TX1, 13, False, 0)
    changed = Calibration(own.low, own.rest, own.high, share, curve, invert)
    is_same = abs(share - own.dead_zone) < 1e-6 and abs(curve - own.curve) < 1e-6
    return None if is_same and invert == own.invert else changed


def _buttons(p: Paint, x: float, y: float, page: DevicePage, language: str) -> str:
    names = {
        "ready": ["next", "close"],
        "still": ["close"],
        "push": [*(["next"] if page.pushed else []), "close"],
        "back": ["close"],
        "done": ["keep", "again", "close"],
    }[page.turn]
    asked = ""
    for place, name in enumerate(names):
        text: Text | str = say(f"begin_{name}" if page.turn == "ready" else name, language)
        if button(p, x, y, text, place == 0 and name != "close"):
            asked = name
        x += 16 + button_width(p, text)
    return asked
