"""A desk of named diagrams that use each other, on the board."""

from simulator import checking
from simulator.console.panel import Panel
from simulator.editor.board import Board
from simulator.simulation import Simulation

DESK = """
panel:
  one: {type: lever}
  two: {type: lever}
  lamp: {type: lamp}
diagrams:
  lag:
    inputs: [x]
    parameters: {time_s: 0.1}
    blocks:
      slow: {type: low_pass, time_constant: time, in: x}
      size: {type: abs, in: slow}
    output: slow
    outputs: [size]
  joint:
    inputs: [wish]
    blocks:
      smooth: {diagram: lag, in: wish, time_s: 0.3}
      held: {type: saturate, in: smooth}
    output: held
diagram:
  first: {diagram: joint, in: one}
  second: {diagram: lag, in: two}
  far: {type: compare, op: ">", in: [second.size, 0.5]}
outputs: {turn: first, lamp: far}
"""


def board_of(folder) -> Board:
    """Return a board with the desk on it, beside the arm in `folder`."""
    (folder / "desk.yaml").write_text(DESK)
    board = Board(checking.survey_edited)
    board.open(checking.load_checked(folder / "scene.yaml"))
    return board


def text_of(board) -> str:
    return board.draft.console_of("").text


def enter(board, *keys):
    for key in keys:
        assert board.enter(board.sheet.graph.nodes[key])
    return board.sheet.graph.nodes


def run(scene, frames=20):
    """Return the lamp's and the motor's signals over time with a moving lever."""
    simulation, panel, found = Simulation(scene), Panel(scene.console_spec), []
    wires = scene.console_spec.outputs.values()
    for frame in range(frames):
        panel.set("one", 0.05 * frame)
        panel.set("two", -0.04 * frame)
        simulation.frame(panel.input())
        found.append([float(simulation.signals[simulation.plan.slots[one]]) for one in wires])
    return found


def show(board, *pieces: tuple[str, str]) -> None:
    """Show the desk with pieces of its text replaced, each by another."""
    path, text = board.draft.path_of(board.draft.console_of("")), DESK
    for old, new in pieces:
        assert text.count(old) == 1
        text = text.replace(old, new)
    path.write_text(text)
    board.open(checking.load_checked(path.with_name("scene.yaml")))
