"""The briefing over the view: which stage of the task, and what to do in it."""

from collections.abc import Sequence

from imgui_bundle import imgui

from simulator.spec.fields import Text
from simulator.ui import language, status_bar, surface, theme, windows
from simulator.ui.areas import Areas
from simulator.ui.paint import Paint

WIDTH, MARGIN = 690, 16
GROUND = theme.fade(theme.BG1, 0.93)


class StageStrip:
    """Shows one line of the briefing; a click on the strip goes to the next, on a pill to it."""

    def __init__(self, briefing: Sequence[Text]) -> None:
        self.briefing = briefing
        self.stage = 0

    def draw(self, p: Paint, areas: Areas, stage: int | None, tongue: str) -> None:
        """Draw the strip; `stage` overrules what was clicked."""
        if not self.briefing:
            return
        if stage is not None:
            self.stage = min(max(stage, 0), len(self.briefing) - 1)
        scale = p.scale
        room = areas.inset[0] / scale - 2 * MARGIN
        width = min(WIDTH, max(room, 240))
        text = self.briefing[self.stage].in_language(tongue)
        lines = status_bar.wrap(p, text, width - 36, 15, True)
        tall = 36 + 20 * len(lines)
        corner = MARGIN * scale, areas.view[1] + MARGIN * scale
        box = corner[0] - 8, corner[1], width * scale + 16, (tall + 12) * scale
        with windows.opened("##stage", box) as commands:
            p.onto(commands)
            p.at(*corner)
            surface.shadow(p, 0, 0, width, tall, 8)
            p.fill(0, 0, width, tall, GROUND, 8)
            p.outline(0, 0, width, tall, theme.LINE, 8)
            p.fill(0, 10, 4, tall - 20, theme.ACC, 2)
            head = language.say("stage", tongue).format(self.stage + 1, len(self.briefing))
            p.text(20, 17, head, theme.ACC, 13, True, 0)
            for i, line in enumerate(lines):
                p.text(20, 40 + 20 * i, line, theme.TX0, 15, True, 0)
            self._pills(p, width)
            self._touch(p, width, tall)

    def _pills(self, p: Paint, width: float) -> None:
        left = width - 16 - 20 * len(self.briefing)
        for i in range(len(self.briefing)):
            colour = theme.OK if i < self.stage else theme.ACC if i == self.stage else theme.BG4
            p.fill(left + 20 * i, 15, 15, 5, colour, 2.5)

    def _touch(self, p: Paint, width: float, tall: float) -> None:
        imgui.set_cursor_screen_pos(p.snap(0, 0))
        if not imgui.invisible_button("##stages", (width * p.scale, tall * p.scale)):
            return
        mouse, count = imgui.get_mouse_pos(), len(self.briefing)
        place = ((mouse.x - p.x) / p.scale - (width - 18 - 20 * count)) / 20
        is_pill = 0 <= place < count and (mouse.y - p.y) / p.scale < 30
        self.stage = int(place) if is_pill else (self.stage + 1) % count
