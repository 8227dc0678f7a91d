"""A field for a text, ImGui's own, that keeps what is typed until it is finished."""

from typing import Any

from imgui_bundle import imgui

UNCHANGED = object()


class Typed:
    """What is typed, and into which field."""

    def __init__(self) -> None:
        self._typed: tuple[str, str] = ("", "")  # name of the field, and its text

    def text(self, name: str, value: str, wide: float = -1.0, hint: str = "") -> Any:
        """Draw a field for a text; return it once it is finished, else UNCHANGED."""
        imgui.set_next_item_width(wide)
        shown = self._typed[1] if self._typed[0] == name else value
        whole = imgui.InputTextFlags_.auto_select_all
        changed, typed = imgui.input_text_with_hint(f"##{name}", hint, shown, whole)
        if changed or imgui.is_item_active():
            self._typed = name, typed
        if imgui.is_item_deactivated():
            is_edited = imgui.is_item_deactivated_after_edit()
            self._typed = "", ""
            return typed if is_edited and typed != value else UNCHANGED
        return UNCHANGED
