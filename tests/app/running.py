"""The running program on files of its own, and an editor beside it."""

import windowed

from simulator.app import window


class Program:
    """The program's window on `arm.yaml` in a folder; `edit` is what somebody saves there."""

    def __init__(self, folder):
        from simulator.app import loop

        self.folder = folder
        self.app = loop.App(
            folder / "arm.yaml",
            quality="low",
            language="en",
            open_window=lambda: window.open_window((1000, 700)),
        )
        self.until(lambda: self.app.viewer is not None and self.frame > 2)

    @property
    def frame(self):
        current = self.app.realtime.frames.current
        return current.snapshot.frame_index if current else 0

    @property
    def snapshot(self):
        return self.app.realtime.frames.current.snapshot

    def until(self, condition, ticks=600):
        windowed.until(self.app, condition, ticks)

    def edit(self, name, before, after):
        path = self.folder / name
        text = path.read_text(encoding="utf-8")
        assert before in text
        path.write_text(text.replace(before, after), encoding="utf-8")

    def edit_and_wait(self, name, before, after):
        simulation = self.app.realtime.simulation
        self.edit(name, before, after)
        self.until(lambda: self.app.realtime.simulation is not simulation)
        self.until(lambda: self.app.devices.panel is self.app.realtime.panel)
        self.app.tick()

    def told(self):
        return [one.text.en for one in self.app.devices.panel.notices]
