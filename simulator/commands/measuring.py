"""Commands that measure the program itself: verify, bench, soak, warm."""

import json
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from ..terminal import complain, find_fault, out
from .options import Count, Duration, Quality


def verify(*, json_: Annotated[bool, Parameter(name="--json")] = False) -> int:
    """Prove the physics against closed forms: the qualification table. Exit status 1 if any fails.

    Args:
        json_: Print a JSON list of rows (case, measured, exact, error, tolerance, ok).
    """
    from rich.markup import escape
    from rich.table import Table

    from ..physics.qualification import verify as verification

    cases = verification.run()
    if json_:
        print(json.dumps([case._asdict() for case in cases], ensure_ascii=False, indent=2))
    else:
        table = Table("case", "measured", "exact", "error", "tolerance", "ok")
        for case in cases:
            numbers = (case.measured, case.exact, case.error, case.tolerance)
            row = [f"{number:.6g}" for number in numbers]
            table.add_row(escape(case.case), *row, "ok" if case.ok else "[red]FAILED")
        out.print(table)
    return 0 if all(case.ok for case in cases) else 1


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
    from ..scripted import script_of
    from ..spec.reading.write import write_whole
    from . import bench as benchmark

    if json_ is not None and (wrong := find_fault(json_, ".json")):
        return complain(wrong)
    rows = []
    for path in scenes or sorted(Path("scenes").glob("*.yaml")):
        rows.append(benchmark.measure(path, seconds, script_of(path)))
        out.print(benchmark.table(rows[-1]))
    if json_:
        write_whole(json_, json.dumps(rows, ensure_ascii=False, indent=2) + "\n")
    return 0


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
    from ..app import window
    from .launch import has_display

    if instructor is None and not has_display():
        return complain("soak measures beside a window, and there is no display here")
    try:
        found, told, status = _soak(scene, seconds, quality, instructor, reload)
    except window.NoWindow as error:
        return complain(window.explain(error))
    print(json.dumps(found)) if json_ else out.print(told, markup=False)
    return status


def _soak(
    scene: Path, seconds: float, quality: str, instructor: int | None, reload: int | None
) -> tuple[dict[str, Any], str, int]:
    """Return the figures, what they say and the exit status."""
    from .. import checking

    if instructor is not None:
        from . import beside
        from .launch import has_display

        found = beside.measure(scene, seconds, quality, instructor, has_display())
        return found, beside.describe(found), 0
    checking.load_checked(scene)
    if reload is not None:
        from . import reloads

        found = reloads.measure(scene, reload, quality)
        return found, reloads.describe(found), 0 if reloads.all_taken(found) else 1
    from . import soak as soaking

    found = soaking.measure(scene, seconds, quality)
    return found, soaking.describe(found), 0


def warm() -> int:
    """Compile the kernels now, behind a progress bar, so that the first start is quick."""
    import compileall
    import os
    import time

    from ..compiled import jit
    from ..compiling import start
    from ..spec.models.scene import SceneSpec

    began = time.perf_counter()
    start(SceneSpec())
    compileall.compile_dir(jit.PACKAGE, quiet=2)  # also where Python is told to write none itself
    times = os.times()  # of this process and of the one that compiled beside it
    work = times.user + times.children_user
    taken = time.perf_counter() - began
    out.print(f"kernels ready in {taken:.1f} s, {work:.1f} s of processor time from the start")
    return 0
