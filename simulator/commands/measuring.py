"""Commands that measure the program itself: verify, bench, soak, warm."""

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from ..terminal import complain, find_fault
from .numbers import Count, Duration

Quality = Literal["low", "medium", "high", "auto"]


def verify(*, json_: Annotated[bool, Parameter(name="--json")] = False) -> int:
    """Prove the physics against closed forms: the qualification table. Exit status 1 if any fails.

    Args:
        json_: Print a JSON list of rows (case, measured, exact, error, tolerance, ok).
    """
    from . import launch

    return launch.verify(json_)


def bench(
    *scenes: Path,
    seconds: Duration = 20.0,
    json_: Annotated[Path | None, Parameter(name="--json")] = None,
) -> int:
    """Print median and p99 of each stage, real-time factor and state hash of every scene.

    Args:
        scenes: Scene files; default: every shipped scene.
        seconds: Simulated seconds of each.
        json_: Write the figures to this file, too.
    """
    from . import launch

    if json_ is not None and (wrong := find_fault(json_, ".json")):
        return complain(wrong)
    return launch.bench(list(scenes), seconds, json_)


def soak(
    scene: Path = Path("scenes/container.yaml"),
    *,
    seconds: Duration = 300.0,
    quality: Quality = "low",
    instructor: Count | None = None,
    reload: Count | None = None,
    json_: Annotated[bool, Parameter(name="--json")] = False,
) -> int:
    """Drive a scene in the real window for minutes; print how many frames were late.

    Args:
        scene: The scene file.
        seconds: How long.
        quality: Of the picture.
        instructor: Drive by turns without and with so many of the instructor's pages, and one
            that has stalled; without a display in real time without a window.
        reload: Save each kind of file so many times, on a copy of all files: scene, robot, console,
            mesh, shader.
        json_: Print the figures as JSON.
    """
    from . import launch

    return launch.soak(scene, seconds, quality, json_, instructor, reload)


def warm() -> int:
    """Compile the kernels now, behind a progress bar, so that the first start is quick."""
    from . import launch

    return launch.warm()
