"""What each command of the command line does; every mistake of a user ends as one clear message."""

import compileall
import json
import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from rich.markup import escape
from rich.table import Table

from .. import checking, stopping
from .. import headless as headless_run
from ..compiled import jit
from ..compiling import start
from ..faults import trigger
from ..recordings.recording import Recorder, Recording, RecordingError
from ..scripted import ScriptError, script_of
from ..simulation import Simulation
from ..snapshot import Snapshot
from ..spec import load
from ..spec.models.scene import SceneSpec
from ..spec.models.script import PICTURES
from ..spec.reading.project import shown
from ..spec.reading.write import write_whole
from ..terminal import complain, err, out
from ..timing import Latency
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
    if scene.suffix == ".mcap":
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
    if path.suffix == ".mcap":
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
        with finishing(recorder, simulation):
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
def finishing(recorder: Recorder | None, simulation: Simulation) -> Iterator[None]:
    """Finish a recording whatever ends it; tell how long it is where that is Ctrl+C."""
    try:
        with recorder or nullcontext():
            yield
    except KeyboardInterrupt:
        if recorder:
            so_far = f"{simulation.frame_index * simulation.frame_dt:.2f} s"
            err.print(f"stopped; its first {so_far} are in {recorder.path}", markup=False)
        raise


class _Camera:
    """Takes the pictures that a script asks for, off-screen."""

    def __init__(self, scene: SceneSpec, folder: Path) -> None:
        self.scene = scene
        self.folder = folder

    def take(self, snapshot: Snapshot, name: str) -> None:
        from ..render import offscreen

        path = self.folder / Path(name).name
        offscreen.save(offscreen.shot(self.scene, snapshot, size=(1280, 720)), path)
        out.print(str(path), markup=False)


def tell_changed(recorded: Recording, scene: SceneSpec) -> bool:
    """Print which files have changed since a recording was made; return whether any has.

    Raises:
        RecordingError: It was made in another scene.
    """
    if scene.digest == recorded.header["digest"]:
        return False
    if not _is_same(recorded, scene):
        made, given = shown(recorded.scene), shown(Path(scene.source))
        raise RecordingError(f"{recorded.path}: made in {made}, another scene than {given}")
    for name in recorded.list_changed(scene.files) or [scene.source]:
        err.print(f"{name}: changed since the recording was made", markup=False)
    return True


def _is_same(recorded: Recording, scene: SceneSpec) -> bool:
    """Return whether a scene is the recorded one by its file's name or text, edited or not."""
    was, now = Path(recorded.header["scene"]).name, Path(scene.source).name
    return was == now or not _texts(was, recorded.files).isdisjoint(_texts(now, scene.files))


def _texts(name: str, files: Mapping[str, str]) -> set[str]:
    """Return the hashes of the files of a name, in whatever folder."""
    return {text for path, text in files.items() if Path(path).name == name}


def replay(file: Path, scene: Path | None, as_json: bool) -> int:
    """Replay a recording and say whether, and where first, it diverges."""
    from ..recordings import recording as recordings
    from ..recordings import replaying

    try:
        recorded = Recording(file)
        if not recorded.frames:
            return complain(f"{file}: {recorded.flaw or 'holds no frame'}: nothing to replay")
        path = recorded.find_scene(scene)
        spec = checking.load_recorded(path, recorded.header).scene
        changed = tell_changed(recorded, spec)
        for key, value in recordings.versions().items():
            if recorded.header.get(key) != value:
                err.print(
                    f"recorded with {key} {recorded.header.get(key)}, this is {value}", markup=False
                )
        result = replaying.replay(recorded, start(spec))
    except RecordingError as error:
        return complain(error)
    latency = Latency.of(recorded.latencies)
    ok = result.diverged is None and recorded.broken is None and not recorded.damaged
    if as_json:
        print(
            json.dumps(
                {
                    "ok": ok,
                    "frames": result.frames,
                    "diverged": result.diverged,
                    "expected": result.expected,
                    "got": result.got,
                    "broken": recorded.broken,
                    "complete": result.complete,
                    "damaged": recorded.damaged,
                    "scene_changed": changed,
                    "input_to_picture": latency._asdict(),
                }
            )
        )
    elif ok:
        cut = "" if result.complete else " (the file was cut off there)"
        out.print(f"{result.frames} frames replayed, every state hash equal{cut}")
        out.print(f"state hash {result.got}", markup=False)
        if latency.pictures:
            out.print(latency.describe(), markup=False)
    elif result.diverged is None and recorded.broken is None:
        complain(f"{file}: {recorded.flaw}; the {result.frames} frames before are as recorded")
    elif result.diverged is None:
        complain(f"{file}: records before frame {recorded.broken} were changed")
    else:
        complain(
            f"diverged at frame {result.diverged} ({result.time:.2f} s): "
            f"expected {result.expected}, got {result.got}"
        )
    return 0 if ok else 1


def verify(as_json: bool) -> int:
    """Print the qualification table."""
    from ..physics.qualification import verify as verification

    cases = verification.run()
    if as_json:
        print(json.dumps([case._asdict() for case in cases], ensure_ascii=False, indent=2))
        return 0 if all(case.ok for case in cases) else 1
    table = Table("case", "measured", "exact", "error", "tolerance", "ok")
    for case in cases:
        numbers = [
            f"{number:.6g}" for number in (case.measured, case.exact, case.error, case.tolerance)
        ]
        table.add_row(escape(case.case), *numbers, "ok" if case.ok else "[red]FAILED")
    out.print(table)
    return 0 if all(case.ok for case in cases) else 1


def shot(
    path: Path,
    output: Path,
    at: float,
    camera: str | None,
    script: Path | None,
    size: tuple[int, int],
    quality: str,
) -> int:
    """Save a picture of the scene after `at` seconds."""
    from ..render import offscreen

    if output.suffix.lower() not in PICTURES:
        return complain(f"{output}: a picture is written as {', '.join(PICTURES)}")
    scene = checking.load_lesson(path).scene
    run = headless_run.Run(start(scene), load.load_script(script) if script else None)
    snapshot = run.go(at) if at > 0.0 else run.snapshot
    try:
        picture = offscreen.shot(
            scene, snapshot, camera, size, "high" if quality == "auto" else quality
        )
    except (offscreen.ContextError, ValueError) as error:
        return complain(error)
    offscreen.save(picture, output)
    out.print(str(output), markup=False)
    return 1 if run.failure and complain(run.failure) else 0


def bench(scenes: list[Path], seconds: float, output: Path | None) -> int:
    """Print the cost of each stage for each scene."""
    from . import bench as benchmark

    rows = []
    for path in scenes or sorted(Path("scenes").glob("*.yaml")):
        rows.append(benchmark.measure(path, seconds, script_of(path)))
        out.print(benchmark.table(rows[-1]))
    if output:
        write_whole(output, json.dumps(rows, ensure_ascii=False, indent=2) + "\n")
    return 0


def soak(
    scene: Path,
    seconds: float,
    quality: str,
    as_json: bool,
    pages: int | None,
    reloads: int | None,
) -> int:
    """Print how many frames were late beside the window, the instructor's pages, or an editor."""
    if pages is not None:
        from . import beside

        row = beside.measure(scene, seconds, quality, pages, has_display())
        print(json.dumps(row)) if as_json else out.print(beside.describe(row), markup=False)
        return 0
    if not has_display():
        return complain("soak measures beside a window, and there is no display here")
    from . import soak as soaking

    checking.load_checked(scene)
    if reloads is not None:
        from . import reloads as reloading

        found = reloading.measure(scene, reloads, quality)
        print(json.dumps(found)) if as_json else out.print(reloading.describe(found), markup=False)
        return 0 if reloading.all_taken(found) else 1
    row = soaking.measure(scene, seconds, quality)
    if as_json:
        print(json.dumps(row))
        return 0
    out.print(soaking.describe(row))
    return 0


def warm() -> int:
    """Compile every kernel into the cache, and the program's own files for Python."""
    began = time.perf_counter()
    start(SceneSpec())
    compileall.compile_dir(jit.PACKAGE, quiet=2)  # also where Python is told to write none itself
    times = os.times()  # of this process and of the one that compiled beside it
    work = times.user + times.children_user
    taken = time.perf_counter() - began
    out.print(f"kernels ready in {taken:.1f} s, {work:.1f} s of processor time from the start")
    return 0
