"""A scene or an exercise is run: in the window, or without one."""

import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from .. import checking, stopping
from .. import headless as headless_run
from ..compiling import start
from ..faults import trigger
from ..recordings.recording import Recorder
from ..scripted import ScriptError, script_of
from ..simulation import Simulation
from ..snapshot import Snapshot
from ..spec import load
from ..spec.fields import RECORDING
from ..spec.models.scene import SceneSpec
from ..terminal import complain, err, out
from ..training import rules
from . import grading, proving

if TYPE_CHECKING:
    from ..hardware.boards import Boards
    from ..instructor.access import Access


def has_display() -> bool:
    """Return whether a window could be opened here."""
    if not sys.platform.startswith("linux"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def window(
    scene: Path,
    record: Path | None,
    quality: str,
    language: str | None,
    scale: int | None,
    trainee: str | None,
    access: "Access | None",
    hardware: "Boards | None",
) -> int:
    """Open the window; without a display do the same job off-screen, into out/."""
    if has_display():
        from .. import app

        return app.run(scene, record, quality, language, scale, trainee, access, hardware)
    if access is not None or hardware is not None:
        options = "--instructor and --hardware"
        return complain(f"{options} without a display: add --headless to run in real time")
    if scene.suffix == RECORDING:
        return headless(scene, None, None, None, None)
    checking.load_lesson(scene)
    script = script_of(scene)
    out.print("No display here: the scripted operator drives the scene off-screen instead.")
    folder = Path("out")
    folder.mkdir(exist_ok=True)
    if not script.exists():
        return complain(f"{script}: no such script; add --headless --seconds N to run without one")
    status = headless(
        scene,
        script,
        None,
        record or folder / f"{scene.stem}.mcap",
        folder / f"{scene.stem}.json",
        folder,
    )
    out.print(f"Pictures, recording and report are in {folder}/", markup=False)
    return status


def headless(
    path: Path,
    script: Path | None,
    seconds: float | None,
    record: Path | None,
    report: Path | None,
    pictures: Path | None = None,
    result: Path | None = None,
    faults: Sequence[str] = (),
) -> int:
    """Run without a window; print the final state hash."""
    if path.suffix == RECORDING:
        return complain(f"{path}: a recording opens in the window; `simulator replay` runs it here")
    scene, exercise = checking.load_lesson(path)
    if result and (exercise is None or exercise.exam is None or record is None):
        return complain("--result goes with an exam (an exercise with `exam`) and with --record")
    if faults and exercise is not None and exercise.exam is not None:
        return complain("an exam has the faults of its own file, no --fault")
    try:
        planned = [trigger.read(text, scene) for text in faults]
    except ValueError as error:
        return complain(error)
    actions = load.load_script(script) if script else None
    simulation = start(scene)
    try:
        run = headless_run.Run(simulation, actions, exercise, planned=planned)
    except ScriptError as error:
        return complain(f"{script}: {error}")
    camera = _Camera(scene, pictures) if pictures else None
    began = time.perf_counter()
    with stopping.held() as let_through:
        recorder = Recorder(record, simulation, rules.about(exercise)) if record else None
        with finishing(recorder, simulation, result):
            snapshot = run.go(seconds, recorder, camera.take if camera else None, let_through)
    if camera:
        camera.take(snapshot, f"{path.stem}-end.png")
    if report:
        headless_run.write_report(run, report)
    if result and record and exercise:
        proving.keep_result(exercise, record, result)
    taken = max(time.perf_counter() - began, 1e-9)
    out.print(f"{snapshot.time:.2f} s simulated, {snapshot.time / taken:.1f} x real time")
    for alarm in snapshot.alarms:
        err.print(f"alarm {alarm.code}: {alarm.text}", markup=False)
    if run.session:
        grading.show_score(run.session.judge.score)
    out.print(f"state hash {snapshot.state_hash}", markup=False)
    if run.failure:
        return complain(f"{script}: {run.failure}")
    is_failed = run.session is not None and run.session.judge.outcome != "passed"
    return 1 if snapshot.frozen or is_failed else 0


@contextmanager
def finishing(
    recorder: Recorder | None, simulation: Simulation, result: Path | None = None
) -> Iterator[None]:
    """Finish a recording whatever ends it; tell how long it is where that is Ctrl+C.

    An exam's `result` is not written then, which is told, too.
    """
    try:
        with recorder or nullcontext():
            yield
    except KeyboardInterrupt:
        if recorder:
            so_far = f"{simulation.frame_index * simulation.frame_dt:.2f} s"
            lost = f"; {result} is not written, for the exam has not ended" if result else ""
            err.print(f"stopped; its first {so_far} are in {recorder.path}{lost}", markup=False)
        raise


class _Camera:
    """Takes the pictures that a script asks for, off-screen."""

    def __init__(self, scene: SceneSpec, folder: Path) -> None:
        self.scene = scene
        self.folder = folder

    def take(self, snapshot: Snapshot, name: str) -> None:
        from ..render import offscreen

        path = self.folder / Path(name).name
        offscreen.save(offscreen.shot(self.scene, snapshot, None, (1280, 720)), path)
        out.print(str(path), markup=False)
