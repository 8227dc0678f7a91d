"""The running program on a stand-in for physics, and the hands of its operator."""

from pathlib import Path

import pytest
import windowed
from imgui_bundle import imgui

from simulator import priority
from simulator.app import opening, window

SCENE = Path(__file__).parents[2] / "scenes" / "container.yaml"
SIZE = (1280, 760)


class Desk:
    """The running program and the hands of its operator."""

    def __init__(self, scene=SCENE):
        from stand_in import builder

        from simulator.app import loop

        self.made = []
        opening.Builder = builder(self.made)
        self.app = loop.App(
            scene, quality="low", language="en", open_window=lambda: window.open_window(SIZE)
        )

    @property
    def physics(self):
        return self.made[-1]

    def until(self, condition, ticks=150):
        windowed.until(self.app, condition, ticks)

    def frames(self, count):
        """Let the physics side do so many more frames."""
        goal = self.physics.index + count
        self.until(lambda: self.physics.index >= goal)

    def event(self, name, *arguments):
        self.app.window.dispatch_event(name, *arguments)

    def key(self, name, is_down=None, modifiers=0):
        from pyglet.window import key

        symbol = getattr(key, name)
        if is_down is not False:
            self.event("on_key_press", symbol, modifiers)
        if is_down is not True:
            self.event("on_key_release", symbol, 0)
        self.app.tick()

    def place(self, widget, share_x=0.5, share_y=0.5):
        """Return a point of a widget in the window's own coordinates (y upwards)."""
        x, y, w, h = self.app.screen.desk.rect(widget)
        return round(x + share_x * w), round(self.app.window.height - (y + share_y * h))

    def press(self, x, y, button=1):
        self.event("on_mouse_motion", x, y, 0, 0)
        self.app.tick()
        self.event("on_mouse_press", x, y, button, 0)
        self.until(lambda: any(imgui.get_io().mouse_down[:3]))

    def drag(self, x, y, dx, dy, button=1):
        self.event("on_mouse_drag", x + dx, y + dy, dx, dy, button, 0)
        self.app.tick()

    def release(self, x, y, button=1):
        self.event("on_mouse_release", x, y, button, 0)
        self.until(lambda: not any(imgui.get_io().mouse_down[:3]))

    def refresh(self):
        """Begin anew: nothing moved, the focus here, physics at work."""
        self.app.actions.reset()
        self.app.devices.gain_focus()
        if self.app.realtime.state.name == "paused":
            self.app.realtime.send("resume")
        self.until(lambda: self.app.realtime.state.name == "running" and self.physics.index > 0)


def sit_down():
    """Yield the desk of a program that runs, and end it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening, "Builder", opening.Builder)
        patch.setattr(priority, "yield_to_physics", lambda: None)
        desk = Desk()
        desk.until(lambda: desk.app.viewer is not None and desk.made and desk.physics.index > 2)
        yield desk
        desk.app.release()
