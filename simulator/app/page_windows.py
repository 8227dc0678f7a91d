"""Pages of the desk in windows of their own, as on a second monitor: same panel, same keys."""

from collections.abc import Callable, Sequence
from typing import Any

from imgui_bundle import imgui
from pyglet.event import EVENT_HANDLED

from simulator.app import window
from simulator.app.application import Application
from simulator.app.controls import read_action
from simulator.realtime import Frame
from simulator.snapshot import Snapshot
from simulator.ui import areas
from simulator.ui.areas import Rect
from simulator.ui.desk.desk import CameraView, Desk
from simulator.ui.painting.canvas import Canvas
from simulator.ui.painting.imgui_pyglet import Input

INTERVAL = 0.04  # s between two pictures while nobody works there: physics has no newer ones
SLOW_INTERVAL = 0.1  # s where the processor draws, which the first window needs, too
FIRST, LEAST = (1600, areas.CONSOLE), (360, 300)  # size before its cards are known


class PageWindow:
    """One such window: its picture, its input, and a desk that shows this page alone."""

    def __init__(self, app: Application, is_covered: Callable[[], bool]) -> None:
        self.app, self._is_covered = app, is_covered
        self.window: Any = window.open_window(self._size(*FIRST), visible=False)
        self.window.set_minimum_size(*LEAST)
        self.window.set_vsync(False)  # the first window alone waits for the screen
        self.ctx = window.open_context()
        self.canvas = Canvas(self.ctx, app.screen.scale)
        self.canvas.paint.marks = app.canvas.paint.marks
        self.is_closed = self.is_active = False
        self.desk: Desk | None = None
        self.page = ""
        self._due = self._since = 0.0  # of the next picture, since the last one [s]
        controls = app.controls
        self.window.push_handlers(
            on_close=self._on_close,
            on_activate=self._on_activate,
            on_deactivate=self._on_deactivate,
            on_key_press=self._on_key_press,
            on_key_release=controls.on_key_release,
        )
        self.input = Input(self.window)

    def _size(self, width: float, height: float) -> tuple[int, int]:
        scale = self.app.screen.scale
        return round(width * scale), round(height * scale)

    def _on_close(self) -> bool:
        self.is_closed = True
        return True

    def _on_activate(self) -> None:
        self.is_active = True
        self.app.controls.gain()

    def _on_deactivate(self) -> None:
        self.is_active = False

    def _on_key_press(self, symbol: int, modifiers: int) -> Any:
        """Fill the screen with this window; every other key is that of the first one."""
        if read_action(symbol) == "fullscreen":
            self.window.set_fullscreen(not self.window.fullscreen)
            return EVENT_HANDLED
        return self.app.controls.on_key_press(symbol, modifiers)

    def show(self, page: str) -> None:
        """Show this page of the console on the desk."""
        screen = self.app.screen
        console = screen.consoles[screen.console]
        desk, is_new = self.desk, page != self.page
        if desk is None or is_new or desk.panel is not screen.panel:
            self.desk = Desk(screen.panel, self.canvas.paint, console, page)
            self.canvas.forget_backdrop()
        elif desk.console is not console:
            desk.renew(console)
        self.page = page
        self._share(screen.desk)
        title = f"{console.pages[page].title.in_language(screen.language)} - Simulator"
        if len(screen.consoles) > 1:
            title = f"{dict(screen.list_titles())[screen.console]} · {title}"
        if title != self.window.caption:
            self.window.set_caption(title)
        if is_new and not self.window.visible:
            self._appear()

    def _share(self, first: Desk) -> None:
        """Show what is gathered for the first window: the past, and what cameras see."""
        assert self.desk is not None
        self.desk.history, self.desk.pictures = self.app.screen.history, first.pictures
        self.desk.alarms = first.alarms
        known = self.app.canvas.renderer.textures  # of both windows, as their contexts share them
        for picture in first.pictures.values():
            if (texture := known.get(picture.get_tex_id())) is not None:
                self.canvas.renderer.textures[picture.get_tex_id()] = texture

    def _appear(self) -> None:
        """Open as large as the page's cards, on another monitor if there is one."""
        assert self.desk is not None
        self.draw(None, 0.0)
        width, height = self.desk.dock.natural_size()
        height = max(height, areas.CONSOLE)
        self.window.set_size(*self._size(max(width, LEAST[0]), height))
        first = self.app.window
        x, y = first.get_location()
        middle = x + first.width // 2, y + first.height // 2
        other = find_beside(first.screen.display.get_screens(), middle)
        if other is not None:
            x = other.x + (other.width - self.window.width) // 2
            self.window.set_location(x, other.y + (other.height - self.window.height) // 2)
        self.window.set_visible(True)

    def enter(self) -> None:
        """Make what follows this window's."""
        self.window.switch_to()
        self.canvas.take()

    def listen(self) -> None:
        """Take what the pointer and the keys have done."""
        self.enter()
        self.window.dispatch_events()

    def tick(self, snapshot: Snapshot | None, now: float, dt: float) -> None:
        """Draw a picture if there is something new to see."""
        self._since += dt
        pointer = self.input.io.mouse_pos
        if now >= self._due or imgui.is_mouse_pos_valid(pointer):
            self._due = now + (SLOW_INTERVAL if self.app.pacer.software else INTERVAL)
            self.draw(snapshot, self._since)
            self._since = 0.0

    def draw(self, snapshot: Snapshot | None, dt: float) -> None:
        """Draw the page; its controls are dead while a page of the program covers the desk."""
        target = window.surface(self.window, self.ctx)
        target.clear(*window.BACKGROUND)
        app, desk = self.app, self.desk
        assert desk is not None

        def fill(_: object) -> None:
            imgui.begin_disabled(self._is_covered())
            box = (0, 0, *target.size)
            desk.draw(box, snapshot, app.screen.language, app.screen.time, dt)
            imgui.end_disabled()

        if self.canvas.paint.scale != app.screen.scale:
            self.canvas.set_scale(app.screen.scale)
        self.canvas.frame(target, fill, dt, self._still)
        window.wait_for_pictures()
        self.window.flip()

    def _still(self) -> tuple[imgui.ImDrawList, Rect] | None:
        assert self.desk is not None
        if self.canvas.has_new_atlas:
            self.desk.forget_still()
        return self.desk.take_still()

    def close(self) -> None:
        """Close the window."""
        self.enter()
        self.input.close()
        self.canvas.close()
        self.window.close()


def find_beside(screens: Sequence[Any], point: tuple[int, int]) -> Any:
    """Return the first monitor that does not show a point of the desktop; None if all do."""
    x, y = point
    for one in screens:
        if not (one.x <= x < one.x + one.width and one.y <= y < one.y + one.height):
            return one
    return None


class PageWindows:
    """All of them: those of the console on the desk, as `Pages.apart` says."""

    def __init__(self, app: Application, is_covered: Callable[[], bool]) -> None:
        self.app, self._is_covered = app, is_covered
        self.open: dict[str, PageWindow] = {}
        self._had_focus = False

    def listen(self) -> None:
        """Take what was done in them; the first window is the current one again."""
        if not self.open:
            return
        for one in self.open.values():
            one.listen()
        self._go_back()
        controls = self.app.controls
        has_focus = controls.is_active or any(one.is_active for one in self.open.values())
        if self._had_focus and not has_focus:
            controls.lose()
        self._had_focus = has_focus

    def list_cameras(self) -> dict[str, CameraView]:
        """Return the camera views that show on the desk and in its windows, by their widgets."""
        desks = [one.desk for one in self.open.values() if one.desk is not None]
        found = {}
        for desk in (*desks, self.app.screen.desk):
            found |= desk.list_cameras()
        return found

    def tick(self, frames: tuple[Frame, Frame] | None, dt: float) -> None:
        """Open and close windows as the pages want it, and draw them."""
        pages, app = self.app.screen.pages, self.app
        for name in [name for name, one in self.open.items() if one.is_closed]:
            self._close(name)
            if name in pages.apart:
                pages.move(name)
            app.window.activate()
        is_shown = app.viewer is not None and not app.is_closed
        wanted = [name for name in pages.console.pages if name in pages.apart and is_shown]
        spare = [name for name in self.open if name not in wanted]
        for name in wanted:
            if name not in self.open:
                self._open(name, spare)
        for name in spare:
            self._close(name)
        snapshot = frames[1].snapshot if frames is not None else None
        for name, one in self.open.items():
            one.enter()
            one.show(name)
            if one.window.visible:
                one.tick(snapshot, app.clock(), dt)
        if self.open or spare:
            self._go_back()
        app.controls.has_windows = bool(self.open)
        app.controls.has_pages = bool(pages.console.pages)

    def _open(self, name: str, spare: list[str]) -> None:
        """Show a page in a window that another one has left, or in a new one."""
        if spare:
            self.open[name] = self.open.pop(spare.pop())
            return
        try:
            self.open[name] = PageWindow(self.app, self._is_covered)
        except window.NoWindow as error:
            self.app.screen.pages.move(name)
            self._go_back()
            self.app.notify("no_window", str(error))

    def _close(self, name: str) -> None:
        self.open.pop(name).close()
        self._go_back()

    def _go_back(self) -> None:
        self.app.window.switch_to()
        self.app.canvas.take()

    def close(self) -> None:
        """Close them all."""
        for name in [*self.open]:
            self._close(name)
