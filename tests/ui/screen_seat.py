"""A screen off-screen, and somebody who looks at it and clicks."""

import numpy as np
from imgui_bundle import imgui

from simulator.console.panel import Panel
from simulator.spec.fields import Text
from simulator.spec.models.scene import SceneSpec
from simulator.ui.intents import Intents, Status
from simulator.ui.screen import Screen

SIZE = (1280, 720)
CONSOLE = {
    "groups": {"power": {"title": {"ru": "ПИТАНИЕ", "en": "POWER"}}},
    "panel": {"stop": {"type": "emergency_stop", "group": "power", "label": "Stop"}},
}


class Hand:
    """Clicks on what `look` shows, which lets frames pass and returns what was asked for."""

    def look(self, frames=1):
        raise NotImplementedError

    def click(self, x, y):
        io = imgui.get_io()
        io.add_mouse_pos_event(x, y)
        self.look(2)
        io.add_mouse_button_event(0, True)
        io.add_mouse_button_event(0, False)
        return self.look(3)


class Seat(Hand):
    """A screen off-screen; `look` returns what was asked for in the frames it lets pass."""

    def __init__(self, canvas):
        scene = SceneSpec(
            title=Text(ru="Склад", en="Store"),
            briefing=[Text(ru="Раз", en="One"), Text(ru="Два", en="Two")],
        )
        panel = Panel(type(scene.console_spec).model_validate(CONSOLE))
        self.screen = Screen(canvas, "en")
        self.screen.open_scene(scene, panel)
        self.panel = panel
        self.status = Status(cameras=("free", "arm"), camera="free", scenes=[("a.yaml", "A")])
        self.target = canvas.ctx.simple_framebuffer(SIZE)
        self.snapshot = None
        self.look(3)

    def look(self, frames=1) -> Intents:
        asked = Intents()
        for _ in range(frames):
            one = self.screen.frame(self.target, self.snapshot, self.status, 0.02)
            for name, value in vars(one).items():
                if value:
                    setattr(asked, name, value)
        return asked

    def pixels(self):
        data = np.frombuffer(self.target.read(components=3), np.uint8)
        return data.reshape(SIZE[1], SIZE[0], 3)[::-1].astype(int)


def write_down(monkeypatch, paint):
    """Return the ends of all texts that are written from now on."""
    ends = {}

    def note(x, y, text, colour=0, size=14, is_bold=False, align=0.5):
        wide = paint.width(text, size, is_bold)
        left = paint.x / paint.scale + x - align * wide
        ends[text] = left, left + wide

    monkeypatch.setattr(paint, "text", note)
    return ends
