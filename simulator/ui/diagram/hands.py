"""What hands do on the sheet besides looking: wires, blocks put down, keys."""

from imgui_bundle import imgui

from simulator.editor import contracts, edits, palette, places, wires
from simulator.editor.board import Board
from simulator.editor.graph import End
from simulator.editor.palette import Item
from simulator.spec.naming.fresh import fresh_name
from simulator.ui.diagram.view import DiagramView
from simulator.ui.intents import Intents
from simulator.ui.texts.diagram import say

Key = imgui.Key
Point = tuple[float, float]
KEYS = {  # with Ctrl
    "undo": Key.z, "redo": Key.y, "save": Key.s, "copy": Key.c, "paste": Key.v, "all": Key.a,
    "gather": Key.g,
}  # fmt: skip
SHIFTED = {"undo": "redo", "gather": "dissolve"}


def work(view: DiagramView, board: Board, dropped: Item | None, asked: Intents) -> None:
    """Do what the pointer and the keys have just done over the sheet."""
    if view.moved != (0.0, 0.0) and max(map(abs, view.moved)) > 1.0:
        _keep_places(view, board)
    mouse = imgui.get_mouse_pos()
    at = view.to_sheet(mouse.x, mouse.y)
    if view.dropped is not None:
        _wire(view, board, view.dropped, at)
    left, top, wide, tall = view.box
    is_over = left <= mouse.x < left + wide and top <= mouse.y < top + tall
    if dropped is not None and is_over:
        put(board, dropped, at)
    if not imgui.get_io().want_text_input:
        _keys(view, board, at if is_over else view.middle(), asked)


def _keep_places(view: DiagramView, board: Board) -> None:
    sheet = board.sheet
    if view.moved_note:
        name, (dx, dy) = view.moved_note, view.moved
        x, y = board.notes[name].at
        board.do(lambda draft, graph: places.move_note(draft, graph, name, (x + dx, y + dy)))
        return
    spots = {key: sheet.places[key] for key in sheet.selected}
    board.do(lambda draft, graph: places.move(draft, graph, spots))


def _wire(view: DiagramView, board: Board, thread: tuple[End, bool], at: Point) -> None:
    """Tie a wire that was drawn from a pin to where it was let go."""
    sheet, (start, is_output) = board.sheet, thread
    found = sheet.pin_at(*at, near=12.0 / view.zoom)
    node = sheet.node_at(*at)
    nodes = sheet.graph.nodes
    if found == thread or (node is not None and node.key == start.node):
        if found == thread and is_output:
            board.signal = nodes[start.node].outputs[start.row].signal
            sheet.selected = set()
        return
    if is_output:
        wire = nodes[start.node].outputs[start.row].wire
        if found is not None and not found[1]:
            board.do(lambda draft, graph: wires.connect(draft, graph, wire, found[0]))
        elif node is not None and node.inputs:
            board.do(lambda draft, graph: wires.add_input(draft, graph, wire, node.key))
        return
    if node is not None and node.outputs:
        row = found[0].row if found is not None and found[1] else 0
        wire = node.outputs[row].wire
        board.do(lambda draft, graph: wires.connect(draft, graph, wire, start))
    elif nodes[start.node].inputs[start.row].wire:
        board.do(lambda draft, graph: wires.disconnect(draft, graph, start))


def put(board: Board, item: Item, at: Point) -> None:
    """Put something of the palette down at a point of the sheet, and choose it."""
    at = (at[0] - 60.0, at[1] - 20.0)
    if item.role == palette.CODE:
        board.ask_code(item.name, at)
        return
    if item.role == palette.BLOCK:
        key = f"block {board.do(lambda d, graph: edits.add_block(d, graph, item.name, at))}"
    elif item.role == palette.USE:
        key = f"group {board.do(lambda d, graph: edits.add_use(d, graph, item.name, at))}"
    elif item.role == palette.CONSTANT:
        key = f"constant {board.do(lambda d, graph: edits.add_constant(d, graph, at))}"
    elif item.role == palette.INPUT:
        name = board.do(lambda d, graph: contracts.add_input(d, graph, at))
        key = f"input {board.sheet.graph.scope.head}{name}"
    elif item.role == palette.OUTPUT:
        board.do(lambda draft, graph: edits.add_output(draft, graph, item.name, at))
        key = f"output {item.name}"
    else:
        board.do(lambda draft, graph: places.show_signal(draft, graph, item.name, at))
        key = f"{'sensor' if item.kind == 'sensor' else 'panel'} {item.name}"
    if key in board.sheet.graph.nodes:
        board.sheet.selected = {key}


def _keys(view: DiagramView, board: Board, at: Point, asked: Intents) -> None:
    io = imgui.get_io()
    if io.key_ctrl:
        for name, key in KEYS.items():
            if imgui.is_key_pressed(key, name in ("undo", "redo")):
                obey(SHIFTED.get(name, name) if io.key_shift else name, view, board, at)
    elif imgui.is_key_pressed(Key.delete, False):
        obey("delete", view, board, at)
    elif imgui.is_key_pressed(Key.home, False):
        asked.diagram = "fit"
    elif imgui.is_key_pressed(Key.escape, False):
        board.asked_code = None


def obey(name: str, view: DiagramView, board: Board, at: Point) -> None:
    """Do an entry of the menu or a key; others are let pass."""
    if name == "fit":
        view.wants_fit = True
    elif name == "arrange":
        arrange(view, board)
    elif name == "delete":
        delete(board)
    elif name == "all":
        board.sheet.selected = set(board.sheet.graph.nodes)
    elif name == "paste":
        board.paste(at)
    elif name == "add_note":
        note = fresh_name("note", board.notes)
        text = {one: say("new_note", one) for one in ("ru", "en")}
        if board.do(lambda draft, graph: places.set_note(draft, graph, note, text, at)):
            board.note, board.sheet.selected = note, set()
    elif name in ("undo", "redo", "save", "reload", "overwrite", "copy", "gather", "dissolve"):
        getattr(board, name)()


def delete(board: Board) -> None:
    """Take out what is chosen: a remark, or nodes."""
    if board.note in board.notes:
        note, board.note = board.note, ""
        board.do(lambda draft, graph: places.set_note(draft, graph, note, ""))
        return
    chosen = set(board.sheet.selected)
    board.do(lambda draft, graph: edits.delete(draft, graph, chosen))


def arrange(view: DiagramView, board: Board) -> None:
    """Have every node where the arrangement puts it; places in the file are taken out."""
    board.do(lambda draft, graph: places.forget_places(draft, graph))
    board.sheet.arrange()
    view.wants_fit = True
