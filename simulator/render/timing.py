"""What a picture costs: `python -m simulator.render.timing SCENE [QUALITY]`."""

import sys
import time
from typing import NamedTuple

import numpy as np

from ..snapshot import Snapshot
from ..spec.models.scene import SceneSpec
from . import camera, offscreen, pose, still
from .quality import Quality, find
from .renderer import Renderer

VIEW_SIZE, INSET_SIZE = (1280, 412), (240, 180)  # of a window of 1280 x 720


class Cost(NamedTuple):
    """Times [s] of a view with its inset, finished on the GPU."""

    build: float
    first: float
    median: float
    p99: float
    processor: float  # median over all threads: steadier than the clock on a busy machine
    vertices: int


def measure(
    scene: SceneSpec,
    snapshot: Snapshot,
    quality: Quality | str,
    frames: int,
) -> Cost:
    """Return what `frames` pictures of a moving moment cost, shadows and all, without a window."""
    ctx = offscreen.open_context()
    begin = time.perf_counter()
    renderer = Renderer(ctx, scene, quality)
    build = time.perf_counter() - begin
    mounts = list(camera.robot_cameras(scene).values())
    costs, busy = [], []
    for frame in range(frames + 1):
        begin, begin_busy = time.perf_counter(), time.process_time()
        alpha = frame / (frames + 1)  # a new moment: nothing is reused
        view = camera.of_spec(scene.camera)
        renderer.render(snapshot, snapshot, alpha, view, VIEW_SIZE)
        if mounts:
            seen = camera.from_mount(mounts[0], pose.blend(snapshot, snapshot, 1.0))
            renderer.render(snapshot, snapshot, alpha, seen, INSET_SIZE, name="inset")
        ctx.finish()
        costs.append(time.perf_counter() - begin)
        busy.append(time.process_time() - begin_busy)
    vertices = len(renderer.geometry.vertices)
    renderer.release()
    offscreen.close_context(ctx)
    median, p99 = np.percentile(costs[1:], [50, 99])
    return Cost(build, costs[0], float(median), float(p99), float(np.median(busy[1:])), vertices)


def main(arguments: list[str]) -> None:
    """Print the cost of a scene's picture at one setting, or at all."""
    from ..spec.load import load_scene

    scene = load_scene(arguments[0])
    snapshot = still.at_start(scene)
    for name in arguments[1:] or ["low", "medium", "high"]:
        cost = measure(scene, snapshot, find(name), frames=60 if name == "low" else 15)
        print(
            f"{name:7} build {cost.build:.2f} s  first {cost.first:.2f} s  "
            f"median {1e3 * cost.median:.1f} ms  p99 {1e3 * cost.p99:.1f} ms  "
            f"processor {1e3 * cost.processor:.1f} ms  {cost.vertices} vertices"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
