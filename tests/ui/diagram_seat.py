"""The diagram's page off-screen, with somebody at its pointer."""

from imgui_bundle import imgui

from simulator.editor.board import Board
from simulator.spec.models.console import ConsoleSpec
from simulator.spec.models.scene import SceneSpec
from simulator.ui.diagram.page import DiagramPage
from simulator.ui.intents import Intents

SIZE = (1600, 1000)
BOX = (0, 32, 1600, 940)


def make_scene() -> SceneSpec:
    console = ConsoleSpec.model_validate(
        {
            "panel": {"lever": {"type": "lever"}, "lamp": {"type": "lamp"}},
            "diagram": {
                "slow": {"type": "low_pass", "time_constant": 1, "in": "lever"},
                "far": {"type": "compare", "op": ">", "in": ["slow", 0.5]},
            },
            "outputs": {"lamp": "far"},
        }
    )
    return SceneSpec(console_spec=console)


class Seat:
    """The page off-screen with somebody at its pointer."""

    def __init__(self, canvas, language="en"):
        self.canvas, self.language, self.box = canvas, language, BOX
        self.target, self.titles = canvas.ctx.simple_framebuffer(SIZE), [("", "Desk")]
        self.board, self.page = Board(), DiagramPage(canvas.paint)
        self.board.open(make_scene())
        self.asked = Intents()
        self.look(3)

    def look(self, frames=1):
        for _ in range(frames):
            self.asked = Intents()
            self.canvas.frame(self.target, self._draw, 0.04, self.page.view.take_still)

    def _draw(self, _):
        self.page.draw(
            self.canvas.paint, self.box, self.board, self.language, "running", None,
            self.titles, self.asked,
        )  # fmt: skip

    def window(self, x, y):
        view = self.page.view
        scale = view.zoom * view.scale
        return view.box[0] + (x - view.x) * scale, view.box[1] + (y - view.y) * scale

    def press(self, x, y):
        imgui.get_io().add_mouse_pos_event(x, y)
        self.look()
        imgui.get_io().add_mouse_button_event(0, True)
        self.look()

    def release(self):
        imgui.get_io().add_mouse_button_event(0, False)
        self.look()

    def click(self, x, y):
        self.press(x, y)
        self.release()
