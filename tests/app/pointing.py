"""A pointer over the view of the running program."""

import numpy as np
from imgui_bundle import imgui

from simulator.render import camera


class Hand:
    """A pointer over the view, in pixels from its upper left corner."""

    def __init__(self, program):
        self.program, self.app = program, program.app

    def pixels(self, *points):
        """Return where points of the world are in the window, y upwards."""
        area = self.app.screen.areas(self.app.window.get_framebuffer_size()).view
        found = camera.to_pixels(np.array(points), self.app.viewer.view, area[2:])
        return [(area[0] + x, self.app.window.height - (area[1] + y)) for x, y in found]

    def at(self, x, y):
        self.app.window.dispatch_event("on_mouse_motion", round(x), round(y), 0, 0)
        for _ in range(3):
            self.app.tick()

    def press(self, x, y):
        self.at(x, y)
        self.app.window.dispatch_event("on_mouse_press", round(x), round(y), 1, 0)
        self.program.until(lambda: imgui.get_io().mouse_down[0])

    def release(self, x, y):
        self.app.window.dispatch_event("on_mouse_release", round(x), round(y), 1, 0)
        self.program.until(lambda: not imgui.get_io().mouse_down[0])

    def drag(self, x, y, dx, dy):
        self.app.window.dispatch_event(
            "on_mouse_drag", round(x + dx), round(y + dy), round(dx), round(dy), 1, 0
        )
        self.app.tick()
