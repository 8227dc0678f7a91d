"""The column of the scene's editor: what is chosen, its place in numbers, tools, things to add."""

from typing import NamedTuple

from imgui_bundle import imgui

from simulator.ui.areas import Box
from simulator.ui.paint import Paint
from simulator.ui.scene_texts import say

WIDTH, MARGIN = 264, 16
ADDED = ("box", "ball", "drum")


class Chosen(NamedTuple):
    """The thing that is chosen: its name, where it is written, where its file puts it."""

    name: str
    written: str  # file:line
    position: tuple[float, float, float]  # [m]
    angles: tuple[float, float, float]  # roll, pitch, yaw [deg]


class Asked(NamedTuple):
    """What was asked for in a frame: an action ("" for none), and the place that was typed."""

    action: str = ""  # move, turn, place, duplicate, remove, box, ball, drum, undo, redo, close
    position: tuple[float, ...] = ()
    angles: tuple[float, ...] = ()


def draw(
    p: Paint, view: Box, chosen: Chosen | None, mode: str, can: tuple[bool, bool], tongue: str
) -> Asked:
    """Draw the column at the left of the view; `can` says whether undo and redo are there."""
    s = p.scale
    imgui.set_next_window_pos((view[0] + MARGIN * s, view[1] + 84 * s))
    imgui.set_next_window_size((WIDTH * s, 0))
    imgui.push_font(p.fonts.regular, 0)
    flags = imgui.WindowFlags_.no_resize | imgui.WindowFlags_.no_collapse
    flags |= imgui.WindowFlags_.no_saved_settings | imgui.WindowFlags_.no_nav
    _, is_open = imgui.begin(f"{say('arrange', tongue)}###arrange", True, flags)
    asked = Asked() if is_open else Asked("close")
    if chosen is None:
        imgui.text_wrapped(say("hint", tongue))
    else:
        asked = _draw_chosen(chosen, mode, tongue) if is_open else asked
    imgui.separator()
    imgui.text_disabled(say("add", tongue))
    for shape in ADDED:
        imgui.same_line()
        if imgui.small_button(f"{say(shape, tongue)}###{shape}"):
            asked = Asked(shape)
    for action, is_there in zip(("undo", "redo"), can, strict=True):
        imgui.begin_disabled(not is_there)
        if imgui.button(f"{say(action, tongue)}###{action}"):
            asked = Asked(action)
        imgui.end_disabled()
        imgui.same_line()
    imgui.new_line()
    if not imgui.get_io().want_text_input and not asked.action:
        asked = _read_keys(chosen is not None)
    imgui.end()
    imgui.pop_font()
    return asked


def _draw_chosen(chosen: Chosen, mode: str, tongue: str) -> Asked:
    asked = Asked()
    imgui.text(chosen.name)
    imgui.push_text_wrap_pos(0.0)
    imgui.text_disabled(chosen.written)
    imgui.pop_text_wrap_pos()
    for name in ("move", "turn"):
        if imgui.radio_button(f"{say(name, tongue)}###{name}", mode == name):
            asked = Asked(name)
        imgui.same_line()
    imgui.new_line()
    imgui.text_disabled(say("snap", tongue))
    position, is_moved = _numbers("position", chosen.position, "%.3f", tongue)
    angles, is_turned = _numbers("angles", chosen.angles, "%.1f", tongue)
    if is_moved or is_turned:
        asked = Asked("place", tuple(position), tuple(angles))
    if imgui.button(f"{say('duplicate', tongue)}###duplicate"):
        asked = Asked("duplicate")
    imgui.same_line()
    if imgui.button(f"{say('remove', tongue)}###remove"):
        asked = Asked("remove")
    return asked


def _numbers(
    name: str, values: tuple[float, float, float], form: str, tongue: str
) -> tuple[list[float], bool]:
    """Draw three fields; return their numbers, and whether they were changed with Enter."""
    imgui.text_disabled(say(name, tongue))
    imgui.set_next_item_width(-1)
    flags = imgui.InputTextFlags_.enter_returns_true
    is_done, numbers = imgui.input_float3(f"###{name}", list(values), form, flags)
    return numbers, is_done


def _read_keys(is_chosen: bool) -> Asked:
    io = imgui.get_io()
    if io.key_ctrl and imgui.is_key_pressed(imgui.Key.z, False):
        return Asked("redo" if io.key_shift else "undo")
    if io.key_ctrl and imgui.is_key_pressed(imgui.Key.y, False):
        return Asked("redo")
    if is_chosen and imgui.is_key_pressed(imgui.Key.delete, False):
        return Asked("remove")
    return Asked()
