"""The kernels of a frame compiled by two processes at once, where the cache has none of them yet.

The second process compiles the stages of a step that the first does not begin with; both keep what
they have in the cache, where the first finds the rest.
"""

import os
import subprocess
import sys

from . import frame, handle, jit
from .physics import build, present, step
from .spec.scene import SceneSpec

FIRST = ((step.assist,),)  # prepares and solves; about as long to compile as the rest of a step
SECOND = (
    (step.collide,),
    (step.store, jit.kinds.float64),
    (step.find_pairs,),
    (step.gather,),
)
PATIENCE = 300.0  # for the second process; after that the first compiles all [s]


def share() -> None:
    """Compile half of a frame's kernels while a second process compiles the others."""
    if jit.is_kept(frame.run) or (os.cpu_count() or 1) < 2:
        return
    package = str(jit.PACKAGE.parent)
    path = os.pathsep.join(filter(None, (package, os.environ.get("PYTHONPATH", ""))))
    command = [sys.executable, "-c", f"from {__name__} import compile_second; compile_second()"]
    environment = {**os.environ, "PYTHONPATH": path}
    second = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL)
    try:
        _compile(FIRST)
        second.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        return
    finally:
        second.kill()


def compile_second() -> None:
    """Compile the second half into the cache; for a process of its own."""
    world = _compile(SECOND)
    position, orientation = world.bodies.position.copy(), world.bodies.orientation.copy()
    present.poses(
        world.bodies, world.joints, world.islands, world.settings.step, position, orientation
    )


def _compile(stages: tuple) -> build.World:
    world = build.build_world(SceneSpec())
    kind = handle.layout_of(handle.pack(world))
    for stage, *others in stages:
        jit.compile_inner(stage, kind, *others)
    return world
