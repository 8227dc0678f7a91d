"""What an edit of a diagram costs the window: `python -m simulator.app.edit_bench [SCENE ...]`.

The file is patched, the scene read with it, checked, drawn anew, and written for the simulation.
Nothing is saved.
"""

import sys
import time
from functools import partial
from pathlib import Path

import numpy as np

from simulator import changes, checking
from simulator.editor import properties
from simulator.editor.board import Board
from simulator.editor.places import move
from simulator.editor.written import set_parameter

EDITS = 10
BUDGET = 100.0  # [ms]


def measure(scene: str) -> tuple[int, float, float]:
    """Return the number of nodes, and what moving a block and writing a number cost [ms]."""
    board = Board(checking.survey_edited)
    board.open(checking.load_checked(scene))
    _edit(board, 0)  # reads all files once
    spent = []
    for row in range(EDITS):
        began = time.thread_time()
        _edit(board, row)
        if board.changed is not None:
            changes.to_text(changes.write_diagram(board.changed))
        assert board.sheet.graph.nodes
        spent.append(1e3 * (time.thread_time() - began))
    moves, numbers = float(np.median(spent[::2])), float(np.median(spent[1::2]))
    return len(board.sheet.graph.nodes), moves, numbers


def _edit(board: Board, row: int) -> None:
    """Move a block, or write one of its numbers anew."""
    draft, graph = board.draft, board.sheet.graph
    for node in graph.nodes.values():
        if node.role != "block":
            continue
        if row % 2 == 0:
            x, y = board.sheet.places[node.key]
            board.do(partial(move, places={node.key: (x + 8.0, y)}))
            return
        for one in properties.list_properties(draft, graph, node):
            if isinstance(one.value, float):
                value = one.value + 1e-3 * (row + 1)
                board.do(partial(set_parameter, node=node, parameter=one.name, value=value))
                return


if __name__ == "__main__":
    scenes = sys.argv[1:] or sorted(map(str, Path("scenes").glob("*.yaml")))
    print(f"an edit of the diagram, processor time, median; budget {BUDGET:.0f} ms")
    for scene in scenes:
        count, moved, written = measure(scene)
        print(
            f"  {scene:28} {count:4} nodes: moved {moved:5.1f} ms, number written {written:5.1f} ms"
        )
