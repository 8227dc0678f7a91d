"""The task over the view: which stage, what to do in it, hints and warnings."""

from collections.abc import Sequence

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from simulator.spec.fields import Text
from simulator.ui.areas import Areas, Rect
from simulator.ui.intents import Intents, Lesson
from simulator.ui.painting import fitting, scrolling, surface, theme, windows
from simulator.ui.painting.paint import Paint
from simulator.ui.painting.scrolling import Scroll
from simulator.ui.texts import phrases

WIDTH, MARGIN, FOOT = 690, 16, 4  # FOOT: of the view, below a strip that is as high as it
HEAD, ROW = 36, 20  # HEAD: without the lines of text
PITCH = 20  # of the pills, where the head leaves them room
LOW = 420  # a lower view has the task in the head, where it is short enough
LAMP = 14  # of a hint's button without its word
GROUND = theme.fade(theme.BG1, 0.93)


class StageStrip:
    """Shows one line of the briefing; a click on the strip goes to the next, on a pill to it.

    In an attempt at an exercise it shows that one's stage, its clock, and the hints.
    """

    def __init__(self, briefing: Sequence[Text]) -> None:
        self.briefing = briefing
        self.stage = 0
        self._scroll = Scroll()  # of texts that have no room
        self._texts: Sequence[str] = ()

    def draw(
        self,
        p: Paint,
        areas: Areas,
        stage: int | None,
        language: str,
        lesson: Lesson | None,
        intents: Intents,
    ) -> Rect | None:
        """Draw the strip; `stage` overrules what was clicked, `lesson` the briefing.

        Return the box in device pixels that it covers.
        """
        lines = lesson.stages if lesson else self.briefing
        if not lines:
            return None
        place = lesson.stage if lesson else self._place(stage)
        scale = p.scale
        room = (areas.inset[0] - areas.view[0]) / scale - 2 * MARGIN
        width = min(WIDTH, max(room, 240))
        text, pills = lines[place].in_language(language), 36 + PITCH * len(lines)
        head = phrases.say("stage", language).format(place + 1, len(lines))
        clock = 36 + p.width(head, 13, True)
        begin = clock + 4 + _clock_width(p, lesson, language)
        whole = begin + p.width(text, 15, True) + pills
        is_line = areas.view[3] / scale < LOW and whole <= room
        width = max(width, whole) if is_line else width
        is_brief = begin > width  # the hint has no room for its word
        begin = clock + 4 + _clock_width(p, lesson, language, is_brief)
        texts = [] if is_line else fitting.wrap(p, text, width - 36, 15, True)
        below = _remarks(p, lesson, width, language)
        need = ROW * (len(texts) + len(below))
        room = min(need, max(areas.view[3] / scale - MARGIN - FOOT - HEAD, ROW))
        tall = HEAD + room
        if texts != self._texts:
            self._texts, self._scroll = texts, Scroll()
        corner = areas.view[0] + MARGIN * scale, areas.view[1] + MARGIN * scale
        box = corner[0] - 8, corner[1], width * scale + 16, (tall + 12) * scale
        with windows.opened("##stage", box) as commands:
            p.onto(commands)
            p.at(*corner)
            _ground(p, width, tall, theme.BAD if lesson and lesson.warning else theme.ACC)
            p.text(20, 17, head, theme.ACC, 13, True, 0)
            if is_line:
                p.text(begin, 17, text, theme.TX0, 15, True, 0)
            y = 40 - self._turn(need - room, room)
            if need > room:
                scrolling.bar(p, width - 11, 30, room, need - room, 40 - y)
                p.clip(0, 29, width, room + 2)
            for i, line in enumerate(texts):
                p.text(20, y + ROW * i, line, theme.TX0, 15, True, 0)
            for i, (line, colour) in enumerate(below, len(texts)):
                p.text(20, y + ROW * i, line, colour, 14, False, 0)
            if need > room:
                p.unclip()
            pitch = min(max(width - 16 - begin, 0.0) / len(lines), PITCH)
            _pills(p, width, place, len(lines), pitch)
            if lesson is None:
                self._touch(p, width, tall, pitch)
            else:
                _clock(p, lesson, clock, language, is_brief, intents)
        return *corner, width * scale, tall * scale

    def _turn(self, hidden: float, room: float) -> float:
        """Scroll by the wheel over the strip; return how far."""
        if imgui.is_window_hovered():  # else wheel and keys are the view's and the desk's
            self._scroll.turn(hidden, room)
        return min(self._scroll.way, hidden)

    def _place(self, stage: int | None) -> int:
        if stage is not None:
            self.stage = min(max(stage, 0), len(self.briefing) - 1)
        return self.stage

    def _touch(self, p: Paint, width: float, tall: float, pitch: float) -> None:
        imgui.set_cursor_screen_pos(p.snap(0, 0))
        if not imgui.invisible_button("##stages", (width * p.scale, tall * p.scale)):
            return
        mouse, count = imgui.get_mouse_pos(), len(self.briefing)
        place = ((mouse.x - p.x) / p.scale - (width - 18 - pitch * count)) / pitch
        is_pill = 0 <= place < count and (mouse.y - p.y) / p.scale < 30
        self.stage = int(place) if is_pill else (self.stage + 1) % count


def _remarks(p: Paint, lesson: Lesson | None, width: float, language: str) -> list[tuple[str, int]]:
    """Return the lines below the stage's: a broken limit, and the hint that was taken."""
    told = []
    if lesson is not None:
        for text, colour in ((lesson.warning, theme.BAD), (lesson.hint, theme.TX1)):
            if text is not None:
                lines = fitting.wrap(p, text.in_language(language), width - 36, 14, False)
                told += [(line, colour) for line in lines]
    return told


def _ground(p: Paint, width: float, tall: float, colour: int) -> None:
    surface.shadow(p, 0, 0, width, tall, 8)
    p.fill(0, 0, width, tall, GROUND, 8)
    p.outline(0, 0, width, tall, theme.LINE, 8)
    p.fill(0, 10, 4, tall - 20, colour, 2)


def _pills(p: Paint, width: float, stage: int, count: int, pitch: float) -> None:
    """Draw a pill for each stage, `pitch` from one to the next."""
    left = width - 16 - pitch * count
    for i in range(count):
        colour = theme.OK if i < stage else theme.ACC if i == stage else theme.BG4
        p.fill(left + pitch * i, 15, 0.75 * pitch, 5, colour, 2.5)


def _clock_width(p: Paint, lesson: Lesson | None, language: str, is_brief: bool = False) -> float:
    """Return the room of the time and of the button beside it."""
    if lesson is None:
        return 0.0
    if lesson.hint_price is None:
        return 56.0
    return 68.0 + _offer_width(p, _offer(lesson.hint_price, language, is_brief), is_brief)


def _offer(price: float, language: str, is_brief: bool) -> str:
    """Return what is written on the hint's button, after its lamp where it is brief."""
    cost = f"\u2212{phrases.shortest(price, language)}"
    return cost if is_brief else f"{phrases.say('hint', language)}  {cost}"


def _offer_width(p: Paint, text: str, is_brief: bool) -> float:
    return p.width(text, 13) + 20 + (LAMP if is_brief else 0)


def _clock(
    p: Paint, lesson: Lesson, x: float, language: str, is_brief: bool, intents: Intents
) -> None:
    """Write the time, and the hint on offer as a button."""
    minutes, seconds = divmod(int(lesson.time), 60)
    p.text(x, 17, f"{minutes}:{seconds:02d}", theme.TX0, 13, True, 0)
    if lesson.hint_price is None:
        return
    text = _offer(lesson.hint_price, language, is_brief)
    x += 56
    wide = _offer_width(p, text, is_brief)
    imgui.set_cursor_screen_pos(p.snap(x, 6))
    if imgui.invisible_button("##hint", (wide * p.scale, 22 * p.scale)):
        intents.hint = True
    colour = theme.ACC if imgui.is_item_hovered() else theme.LINE2
    p.outline(x, 6, wide, 22, colour, 11)
    if is_brief:
        if imgui.is_item_hovered():
            imgui.set_tooltip(_offer(lesson.hint_price, language, False))
        p.icon(x + 16, 17, icons.ICON_FA_LIGHTBULB, theme.TX1, 12)
    p.text(x + (wide + (LAMP if is_brief else 0)) / 2, 17, text, theme.TX1, 13)
