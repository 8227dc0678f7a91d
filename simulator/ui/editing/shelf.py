"""The column at the left of an editor: tabs, a search, lists that scroll, things to drag out."""

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from simulator.ui.areas import Rect
from simulator.ui.editing import controls
from simulator.ui.painting import theme
from simulator.ui.painting.paint import Paint

Thing = TypeVar("Thing")
NOTCH = 80.0  # of the wheel
LEFT = imgui.MouseButton_.left


class Shelf(Generic[Thing]):
    """Which list is shown and how far it is scrolled, what is searched, and what is dragged out."""

    def __init__(self, tab: str) -> None:
        self.tab = tab
        self.text = ""
        self.scroll = 0.0
        self.dragged: Thing | None = None
        self.dropped: Thing | None = None  # in this frame

    def ground(self, p: Paint, commands: imgui.ImDrawList, box: Rect) -> tuple[float, float]:
        """Draw the empty column; return its width and height."""
        w, h = p.over(commands, box)
        p.fill(0, 0, w, h, theme.BG1)
        p.fill(w - 1, 0, 1, h, theme.LINE)
        return w, h

    def tabs(self, p: Paint, w: float, y: float, texts: Mapping[str, str]) -> float:
        """Draw a tab for each list, as wide as it needs; return where the next thing begins."""
        sizes = [p.width(text, 14, True) for text in texts.values()]
        gap, x = (w - 16 - sum(sizes)) / len(texts), 8.0
        for (name, text), size in zip(texts.items(), sizes, strict=True):
            wide, is_on = size + gap, name == self.tab
            clicked, _ = controls.row_button(p, x, y, wide, 28, f"tab {name}")
            p.text(x + wide / 2, y + 13, text, theme.TX0 if is_on else theme.TX2, 14, is_on)
            p.fill(x, y + 27, wide, 2 if is_on else 1, theme.ACC if is_on else theme.LINE)
            if clicked:
                self.tab, self.scroll = name, 0.0
            x += wide
        return y + 40

    def search(self, p: Paint, w: float, y: float, hint: str) -> float:
        """Draw the field to search; return where the next thing begins."""
        _, self.text, _ = controls.text_field(p, 12, y, w - 24, "search", self.text, hint)
        p.icon(w - 26, y + 15, icons.ICON_FA_MAGNIFYING_GLASS, theme.TX2, 12)
        return y + 40

    def scrolled(
        self, p: Paint, w: float, top: float, low: float, draw: Callable[[], float]
    ) -> None:
        """Draw a list between two heights, as far as it is scrolled; `draw` says how tall it is."""
        if imgui.is_window_hovered():
            self.scroll -= NOTCH * imgui.get_io().mouse_wheel
        p.clip(0, top, w - 1, low - top)
        tall = draw()
        p.unclip()
        self.scroll = min(max(self.scroll, 0.0), max(tall - (low - top), 0.0))

    def offer(self, thing: Thing) -> bool:
        """Let the line drawn last be dragged out; return whether it is."""
        is_dragged = imgui.is_item_active() and imgui.is_mouse_dragging(LEFT, 4)
        if is_dragged:
            self.dragged = thing
        return is_dragged

    def drag(self, p: Paint, face: Callable[[Thing], tuple[str, str]]) -> None:
        """Draw what is dragged beside the pointer, by its text and icon.

        It is let go where the button comes up; Escape leaves it where it was.
        """
        if self.dragged is None:
            return
        if imgui.is_key_pressed(imgui.Key.escape, False):
            self.dragged = None
            return
        if not imgui.is_mouse_down(LEFT):
            self.dropped, self.dragged = self.dragged, None
            return
        mouse, (text, icon) = imgui.get_mouse_pos(), face(self.dragged)
        p.onto(imgui.get_foreground_draw_list())
        p.at(mouse.x + 12 * p.scale, mouse.y + 8 * p.scale)
        begin = 36 if icon else 14
        wide = begin + p.width(text, 14, True) + 14
        p.fill(0, 0, wide, 32, theme.ACCD, 8)
        p.outline(0, 0, wide, 32, theme.ACC, 8, 2)
        if icon:
            p.icon(20, 16, icon, theme.TX0, 13)
        p.text(begin, 16, text, theme.TX0, 14, True, 0)
