"""Real time beside an editor: files of the running scene saved again and again on a copy."""

import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .. import checking
from ..app import loop, window
from ..authoring.binder import Binder
from ..render import shader
from ..spec.reading.project import find_root
from . import soak

FOLDERS = ("scenes", "robots", "consoles")
QUIET = 10.0  # s of the same drive without a save
SETTLE = 1.0  # s that are counted after a file was taken over
LONGEST = 30.0  # s that it may take
SHADER = "tone.glsl"
Save = Callable[[int], None]  # saves a file for the n-th time


def measure(
    scene: Path, rounds: int, quality: str, size: tuple[int, int] | None = None
) -> dict[str, Any]:
    """Return late frames and times of `rounds` saves of each kind of file, levers at work.

    `size` is that of the window, None for one that fits the screen.
    """
    with _copied(scene) as copy:
        app = loop.App(
            copy,
            quality=quality,
            language="en",
            open_window=lambda: window.open_window(size),
        )
        try:
            soak.open_scene(app)
            rows = {"nothing": _drive(app, lambda: False, QUIET)}
            for kind, save in _list_saves(copy).items():
                rows[kind] = _sum([_save(app, kind, save, number) for number in range(rounds)])
            return {"scene": scene.stem, "rounds": rounds, "files": rows}
        finally:
            app.release()


def describe(found: dict[str, Any]) -> str:
    """Return the figures in words, a line for each kind of file."""
    lines = []
    for kind, row in found["files"].items():
        head = "no file is saved" if kind == "nothing" else f"{kind} saved {found['rounds']} times"
        text = f"{head}: {row['late']} of {row['frames']} frames late"
        if kind != "nothing":
            text += f", taken over after {row['taken']:.1f} s at most"
        lines.append(f"{text}, {row['gap']:.2f} s between two pictures at most")
    return "\n".join([*lines, *([] if all_taken(found) else ["not everything was taken over"])])


def all_taken(found: dict[str, Any]) -> bool:
    """Say whether every saved file was taken over."""
    return all(row["taken"] < LONGEST for row in found["files"].values())


@contextmanager
def _copied(scene: Path) -> Iterator[Path]:
    """Copy the scene's project and the shaders; give the scene's path in the copy."""
    root, before = find_root(scene).resolve(), shader.FOLDER
    with tempfile.TemporaryDirectory() as folder:
        for name in FOLDERS:
            if (root / name).is_dir():
                shutil.copytree(root / name, Path(folder) / name)
        for file in root.glob("*.yaml"):
            shutil.copy(file, folder)
        shader.FOLDER = Path(shutil.copytree(before, Path(folder) / "shaders"))
        try:
            yield Path(folder) / scene.resolve().relative_to(root)
        finally:
            shader.FOLDER = before


def _list_saves(scene: Path) -> dict[str, Save]:
    """Return how each kind of file is saved: so that contacts are found anew, where it can be."""
    loaded, binder = checking.load_checked(scene), Binder()
    files = [find_root(scene) / name for name in loaded.files]

    def set_value(file: Path, path: tuple[str, ...], value: float) -> Save:
        def save(number: int) -> None:
            document = binder.open(file)
            document.set(path, value * (1.0 + 0.01 * (number + 1)), shared="own")
            binder.save(document)

        return save

    def append(file: Path, mark: str) -> Save:
        def save(number: int) -> None:
            file.write_text(f"{file.read_text()}{mark} saved again: {number}\n")

        return save

    saves = {"scene": set_value(scene, ("physics", "tolerance"), loaded.physics.tolerance)}
    for file in files:
        if file.name == "robot.yaml" and "robot" not in saves:
            spec = next(one.spec for one in loaded.robots if one.spec is not None)
            name = next(iter(spec.motors))
            friction = spec.motors[name].bearing_friction or 0.01
            saves["robot"] = set_value(file, ("motors", name, "bearing_friction"), friction)
        elif file.parent.name == "consoles":
            saves.setdefault("console", append(file, "#"))
        elif file.suffix == ".obj":
            saves.setdefault("mesh", append(file, "#"))
    return {**saves, "shader": append(shader.FOLDER / SHADER, "//")}


def _save(app: loop.App, kind: str, save: Save, number: int) -> dict[str, float]:
    simulation, viewer = app.realtime.simulation, app.viewer
    before = viewer.renderer if viewer else None

    def is_taken() -> bool:
        if kind == "shader":
            return app.viewer is not None and app.viewer.renderer is not before
        panel = app.devices.panel if app.devices is not None else None
        return app.realtime.simulation is not simulation and panel is app.realtime.panel

    save(number)
    return _drive(app, is_taken, LONGEST)


def _drive(app: loop.App, is_done: Callable[[], bool], longest: float) -> dict[str, float]:
    """Tick until something is done, and a while longer; return frames, late ones and times [s]."""
    stats = app.realtime.state.stats
    began = last = time.perf_counter()
    taken = gap = 0.0
    while last - began < (taken + SETTLE if taken else longest):
        assert app.devices is not None
        soak.work(app.devices.panel, last - began)
        app.tick()
        now = time.perf_counter()
        gap, last = max(gap, now - last), now
        if not taken and is_done():
            taken = now - began
    after = app.realtime.state.stats
    return {
        "frames": after.frames - stats.frames,
        "late": after.overruns - stats.overruns,
        "taken": taken or (longest if longest == LONGEST else 0.0),
        "gap": gap,
    }


def _sum(rows: list[dict[str, float]]) -> dict[str, float]:
    total = {key: sum(row[key] for row in rows) for key in ("frames", "late")}
    return total | {key: max(row[key] for row in rows) for key in ("taken", "gap")}
