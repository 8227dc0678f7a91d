"""What the desk's editor costs: `python -m simulator.app.laying_bench [WIDGETS]`."""

import json
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import moderngl
import numpy as np

from simulator import checking
from simulator.app.diagram_bench import BUDGET, time_frames
from simulator.console.panel import Panel
from simulator.editor.draft import Draft
from simulator.laying import palette, placing
from simulator.laying.sketch import Sketch
from simulator.render.still import at_start, with_signals
from simulator.spec.models.console import GAUGES, LAMPS
from simulator.ui.areas import divide
from simulator.ui.desk.desk import Desk
from simulator.ui.laying.bar import State
from simulator.ui.laying.page import LayingPage
from simulator.ui.painting.canvas import Canvas

SIZE, EDITS = (1920, 1080), 20
CARDS = 6


def write_scene(folder: Path, count: int) -> Path:
    """Write a scene whose console has so many widgets of all kinds, on cards of equal size."""
    kinds = [item for item in palette.ITEMS.values() if item.name not in ("camera", "text")]
    panel: dict[str, Any] = {}
    for row in range(count):
        item = kinds[row % len(kinds)]
        panel[f"w{row}"] = {**item.data, "group": f"card_{row % CARDS}", "label": f"{row}"}
    shows = (*LAMPS, *GAUGES)
    wires = {f"w{row}": "w0" for row, one in enumerate(panel.values()) if one["type"] in shows}
    groups = {f"card_{row}": {"title": f"Card {row}", "columns": 4} for row in range(CARDS)}
    console = {"groups": groups, "panel": panel, "outputs": wires}
    (folder / "desk.yaml").write_text(json.dumps(console))  # which is YAML, too
    (folder / "scene.yaml").write_text("console: desk.yaml\n")
    return folder / "scene.yaml"


def measure(count: int) -> dict[str, tuple[float, float]]:
    """Return (median, worst) of a picture of desk and editor, and of an edit [ms]."""
    with tempfile.TemporaryDirectory() as folder:
        return _measure(checking.load_checked(write_scene(Path(folder), count)))


def _measure(scene: Any) -> dict[str, tuple[float, float]]:
    context = moderngl.create_context(standalone=True, backend="egl")  # type: ignore[arg-type]
    canvas, sketch, page = Canvas(context), Sketch(), LayingPage()
    target, parts = canvas.ctx.simple_framebuffer(SIZE), divide(SIZE, 1.0)
    sketch.follow(Draft(scene, checking.survey_edited), "")
    panel = Panel(scene.console_spec)
    desk = Desk(panel, canvas.paint, sketch.console)
    random = np.random.default_rng(0)
    snapshot = with_signals(at_start(scene), dict.fromkeys(panel.input_names, 0.0))

    def draw(_: object) -> None:
        desk.draw(parts.console, snapshot, "ru", time.perf_counter(), 0.04)
        if desk.editor is not None:
            view, state = parts.view, State("edit", False)
            foot = view[1] + view[3]
            page.draw(canvas.paint, view, foot, sketch, snapshot, state, None, "ru")

    def stir() -> None:
        nonlocal snapshot
        snapshot = replace(snapshot, signals=random.random(len(snapshot.signals)))

    def run(change: Callable[[], None]) -> tuple[float, float]:
        return time_frames(change, lambda: canvas.frame(target, draw, 0.04, desk.take_still))

    run(stir)
    found = {"the desk works": run(stir)}
    desk.editor = lambda box: page.work(desk, sketch, box)
    run(stir)
    found["it is edited"] = run(stir)
    sketch.chosen = [*page.hand.cells]
    found["all widgets are chosen"] = run(stir)
    spent = []
    for _ in range(EDITS):
        began = time.perf_counter()
        placing.nudge(sketch, (1.0, 0.0), page.hand.cells)
        spent.append(1e3 * (time.perf_counter() - began))
    assert not sketch.refusal and not sketch.draft.problems
    found["an edit: all are nudged"] = float(np.median(spent)), max(spent)
    return found


if __name__ == "__main__":
    widgets = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    print(f"{widgets} widgets on {SIZE[0]} x {SIZE[1]}; budget of a frame {BUDGET:.0f} ms")
    for what, (usual, worst) in measure(widgets).items():
        print(f"  {what:28} median {usual:5.1f} ms, worst {worst:5.1f} ms")
