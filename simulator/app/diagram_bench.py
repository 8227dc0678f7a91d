"""What the diagram's page costs: `python -m simulator.app.diagram_bench [BLOCKS]`."""

import sys
import time
from collections.abc import Callable
from dataclasses import replace

import moderngl
import numpy as np

from simulator.editor.board import Board
from simulator.render.still import at_start, with_signals
from simulator.snapshot import Snapshot
from simulator.spec.models.console import ConsoleSpec
from simulator.spec.models.scene import SceneSpec
from simulator.ui.diagram.page import DiagramPage
from simulator.ui.intents import Intents
from simulator.ui.painting.canvas import Canvas

SIZE, FRAMES, BUDGET = (1600, 1000), 60, 40.0  # budget [ms]


def make_scene(count: int) -> SceneSpec:
    """Return a scene whose diagram has so many blocks in chains that cross each other."""
    panel = {f"lever_{i}": {"type": "lever"} for i in range(10)}
    diagram: dict[str, dict] = {}
    for i in range(count):
        one, other = (f"b{i - 10}", f"b{i - 10 + (7 * i) % 5 - 2}") if i >= 20 else ("", "")
        reads = [one, other] if one and other in diagram else f"lever_{i % 10}"
        kind = "product" if isinstance(reads, list) else "gain"
        given = {"value": 1.0} if kind == "gain" else {}
        diagram[f"b{i}"] = {"type": kind, "in": reads, **given}
    return SceneSpec(console_spec=ConsoleSpec.model_validate({"panel": panel, "diagram": diagram}))


def make_snapshot(scene: SceneSpec) -> Snapshot:
    """Return a snapshot with a value for every signal of a scene's console."""
    console = scene.console_spec
    names = (*console.panel, *console.diagram)
    values = dict(zip(names, np.linspace(0.0, 1.0, len(names)), strict=True))
    return with_signals(at_start(scene), values)


def time_frames(change: Callable[[], None], draw: Callable[[], None]) -> tuple[float, float]:
    """Return (median, worst) of what drawing costs after each change [ms of this thread]."""
    spent = []
    for _ in range(FRAMES):
        change()
        began = time.thread_time()
        draw()
        spent.append(1e3 * (time.thread_time() - began))
    return float(np.median(spent)), max(spent)


def measure(count: int) -> dict[str, tuple[float, float]]:
    """Return (median, worst) of a picture of the page [ms], by what is going on."""
    scene = make_scene(count)
    context = moderngl.create_context(standalone=True, backend="egl")  # type: ignore[arg-type]
    canvas = Canvas(context)
    target = canvas.ctx.simple_framebuffer(SIZE)
    board, page = Board(), DiagramPage(canvas.paint)
    board.open(scene)
    snapshot = make_snapshot(scene)
    random = np.random.default_rng(0)
    box = (0, 32, SIZE[0], SIZE[1] - 60)

    def draw(_: object) -> None:
        board.live.follow(snapshot, {})
        page.draw(canvas.paint, box, board, "en", "running", None, [("", "")], Intents())

    def stir() -> None:
        nonlocal snapshot
        snapshot = replace(snapshot, signals=random.random(len(snapshot.signals)))

    def look_around() -> None:
        stir()
        page.view.x += 3.0

    def run(change: Callable[[], None]) -> tuple[float, float]:
        return time_frames(change, lambda: canvas.frame(target, draw, 0.04, page.view.take_still))

    run(stir)
    found = {"all blocks, values change": run(stir), "all blocks, sheet moves": run(look_around)}
    page.view.show(board.sheet.rect("block b150" if count > 150 else "block b0"))
    run(stir)
    found["at 66 %, values change"] = run(stir)
    found["at 66 %, sheet moves"] = run(look_around)
    return found


if __name__ == "__main__":
    blocks = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    print(f"{blocks} blocks on {SIZE[0]} x {SIZE[1]}; budget of a frame {BUDGET:.0f} ms")
    for what, (usual, worst) in measure(blocks).items():
        print(f"  {what:28} median {usual:5.1f} ms, worst {worst:5.1f} ms")
