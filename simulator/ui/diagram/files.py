"""Choosing the FMU or the Python file that a new block is to run."""

from imgui_bundle import imgui

from simulator.editor.board import Board
from simulator.ui.editing import controls
from simulator.ui.painting import surface, theme
from simulator.ui.painting.fitting import fit
from simulator.ui.painting.paint import Paint
from simulator.ui.texts.block_titles import title_of
from simulator.ui.texts.diagram import say

WIDE, ROW, MOST = 420.0, 30.0, 12


def draw(p: Paint, box: tuple[float, ...], board: Board, language: str) -> None:
    """Draw the list of files over the sheet; a click puts the block down, one beside closes it."""
    if board.asked_code is None:
        return
    kind, files, _ = board.asked_code
    shown = files[:MOST]
    tall = 56 + ROW * len(shown) + (26 if len(files) > MOST else 0) + 46
    x = box[2] / p.scale / 2 - WIDE / 2
    y = max(box[3] / p.scale / 2 - tall / 2, 12.0)
    p.at(box[0] + x * p.scale, box[1] + y * p.scale)
    surface.shadow(p, 0, 0, WIDE, tall, 8)
    p.fill(0, 0, WIDE, tall, theme.BG2, 8)
    p.outline(0, 0, WIDE, tall, theme.LINE2, 8)
    title = title_of(kind)
    p.icon(24, 26, title.icon, theme.TX1, 14)
    p.text(42, 26, say("choose_file", language), theme.TX0, 15, True, 0)
    top = 48.0
    for name in shown:
        clicked, _ = controls.row_button(p, 8, top, WIDE - 16, ROW, f"file {name}")
        p.text(24, top + ROW / 2, fit(p, name, WIDE - 48, 14), theme.TX0, 14, False, 0)
        if clicked:
            board.add_code(name)
            return
        top += ROW
    if len(files) > MOST:
        text = say("more_files", language).format(len(files) - MOST)
        p.text(24, top + 13, text, theme.TX2, 13, False, 0)
        top += 26
    if controls.button(p, WIDE - 136, top + 4, 120, say("cancel", language)):
        board.asked_code = None
    if imgui.is_key_pressed(imgui.Key.escape, False):
        board.asked_code = None
