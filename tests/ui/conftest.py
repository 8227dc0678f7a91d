"""A canvas without a window, and an operator who clicks on it."""

import sys
from pathlib import Path

import moderngl
import numpy as np
import pytest
from imgui_bundle import imgui

from simulator.console.panel import Panel
from simulator.snapshot import ContactPoint, Layout, Snapshot
from simulator.spec.load import load_console
from simulator.spec.models.console import ConsoleSpec
from simulator.ui.desk.desk import Desk
from simulator.ui.painting.canvas import Canvas

sys.path.insert(0, str(Path(__file__).parent))
CONSOLES = Path(__file__).resolve().parents[2] / "consoles"
DT = 1 / 50


@pytest.fixture(scope="session")
def ctx():
    context = moderngl.create_context(standalone=True, backend="egl")
    context.gc_mode = "auto"  # pictures of tests that are over are freed
    yield context
    context.release()


@pytest.fixture
def canvas(ctx):
    with ctx:  # another test's picture may have been drawn in between
        made = Canvas(ctx)
        try:
            yield made
            assert ctx.error == "GL_NO_ERROR"
        finally:
            made.close()
            ctx.finish()  # else the next test that reads or writes waits for what this one drew


def make_snapshot(**signals: float) -> Snapshot:
    """Return a snapshot that holds nothing but signals."""
    none, points = np.zeros(0), np.zeros((0, 3))
    return Snapshot(
        Layout((), tuple(signals), ()),
        0,
        0.0,
        points,
        np.zeros((0, 4)),
        points,
        points,
        none,
        points,
        np.array(list(signals.values()), dtype=float),
        ContactPoint(points, points, none, none, none),
        "",
    )


class Operator:
    """A desk off-screen with somebody at its pointer; time passes only in `look`."""

    def __init__(self, canvas: Canvas, console: ConsoleSpec, size=(1600, 372), language="en"):
        self.canvas, self.size, self.language = canvas, size, language
        self.panel = Panel(console)
        self.desk = Desk(self.panel, canvas.paint)
        self.target = canvas.ctx.simple_framebuffer(size)
        self.snapshot = make_snapshot()
        self.time = 0.0
        self.look(2)

    def show(self, **signals: float) -> None:
        """Have the newest snapshot hold these signals."""
        self.snapshot = make_snapshot(**signals)

    def look(self, frames: int = 1) -> None:
        """Let frames pass."""
        for _ in range(frames):
            self.time += DT
            self.canvas.frame(self.target, self._draw, DT, self.desk.take_still)

    def _draw(self, _) -> None:
        box = (0, 0, *self.size)
        self.desk.draw(box, self.snapshot, self.language, self.time, DT)

    def move(self, x: float, y: float) -> None:
        imgui.get_io().add_mouse_pos_event(x, y)
        self.look()

    def press(self, x: float, y: float) -> None:
        self.move(x, y)
        imgui.get_io().add_mouse_button_event(0, True)
        self.look()

    def release(self) -> None:
        imgui.get_io().add_mouse_button_event(0, False)
        self.look()

    def click(self, name: str, x: float = 0.5, y: float = 0.5) -> None:
        """Click at a share of a widget's box."""
        self.press(*self.at(name, x, y))
        self.release()

    def at(self, name: str, x: float = 0.5, y: float = 0.5) -> tuple[float, float]:
        left, top, width, height = self.desk.rect(name)
        return left + x * width, top + y * height

    def key(self, key: imgui.Key, frames: int = 1) -> None:
        imgui.get_io().add_key_event(key, True)
        self.look(frames)
        imgui.get_io().add_key_event(key, False)
        self.look()

    def wheel(self, turns: float) -> None:
        imgui.get_io().add_mouse_wheel_event(0, turns)
        self.look()

    def pixels(self) -> np.ndarray:
        """Return the picture (height, width, 3), first row on top."""
        data = np.frombuffer(self.target.read(components=3), np.uint8)
        return data.reshape(self.size[1], self.size[0], 3)[::-1]


@pytest.fixture
def snapshot_of():
    """Return the function that makes a snapshot of signals."""
    return make_snapshot


@pytest.fixture
def seat(canvas):
    """Return a function that seats an operator at a console."""
    return lambda console, *size, **settings: Operator(canvas, console, *size, **settings)


@pytest.fixture
def operate(seat):
    """Return a function that seats an operator at widgets given as plain data."""

    def sit(widgets: dict, outputs: dict | None = None) -> Operator:
        return seat(ConsoleSpec.model_validate({"panel": widgets, "outputs": outputs or {}}))

    return sit


DESKS = [
    path.stem for path in sorted(CONSOLES.glob("*.yaml")) if "\npanel:" in path.read_text("utf-8")
]


@pytest.fixture(params=DESKS)  # the others are libraries of named diagrams
def shipped(request) -> ConsoleSpec:
    return load_console(CONSOLES / f"{request.param}.yaml")
