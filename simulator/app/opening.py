"""Opening scenes for the window: built by the physics thread, mistakes as located problems."""

import contextlib
import os
import shutil
import subprocess
import sys
import threading
import webbrowser
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from simulator import terminal
from simulator.compiled import refuge
from simulator.spec import reasons
from simulator.spec.errors import Problem, SpecErrors
from simulator.spec.fields import RECORDING, Text
from simulator.spec.reading import syntax
from simulator.spec.reading.project import shown

if TYPE_CHECKING:
    from simulator.recordings.playback import Playback
    from simulator.simulation import Simulation
    from simulator.spec.models.exercise import ExerciseSpec
    from simulator.training.ghost import Ghost
    from simulator.training.story import Story

SHADER = "shader"  # the code of a mistake in one
PAGES = threading.Lock()  # pages are written one after the other: each takes a processor


class Film(NamedTuple):
    """A recording to be shown: its playback, its story, and the expert's beside it."""

    path: Path
    scene: Path  # scene or exercise that it was made in
    playback: "Playback"
    story: "Story"
    expert: "Story | None"
    ghost: "Ghost | None"  # of the expert
    dt: float  # [s] of a frame
    cause: str  # why it moves otherwise than recorded, of `replaying.CAUSES`; "" where it does not
    is_alone: bool  # the expert's moves otherwise, and is not shown


def load_film(path: Path, expert: Path | None) -> Film:
    """Return a recording ready to be played; its story is told by a whole replay.

    An expert's that moves otherwise by now is left out: it would show a way that nobody went.
    """
    from simulator import checking
    from simulator.recordings.playback import Playback
    from simulator.recordings.recording import Recording
    from simulator.recordings.replaying import Watchers, find_cause
    from simulator.simulation import Simulation
    from simulator.training.ghost import Ghost
    from simulator.training.story import Story

    recording = Recording(path)
    scene = recording.find_scene(
        None, "start the program where it was recorded", "запустите программу там, где записано"
    )
    lesson = checking.load_recorded(scene, recording.header)
    simulation = Simulation(lesson.scene, spare=1)

    def tell(one: Recording) -> tuple[Playback, Story, Ghost]:
        playback = Playback(one, simulation)
        story = Story(lesson.exercise, simulation)
        ghost = Ghost.of(story.cast)
        playback.run(playback.length, Watchers(story, ghost))
        story.end()
        return playback, story, ghost

    film, other, ghost = tell(Recording(expert)) if expert is not None else (None, None, None)
    is_alone = film is not None and film.diverged is not None
    if is_alone:
        other = ghost = None
    playback, story, _ = tell(recording)
    cause = "" if playback.diverged is None else find_cause(recording, simulation)
    playback.seek(0)
    dt = simulation.frame_dt
    return Film(path, scene, playback, story, other, ghost, dt, cause, is_alone)


def _expert_of(path: Path) -> Path | None:
    """Return the expert's recording that lies beside: `NAME.expert.mcap`."""
    expert = path.with_suffix(f".expert{RECORDING}")
    return expert if expert.is_file() else None


class Builder:
    """Loads, checks and builds a scene, or an exercise with its scene; raises what is wrong."""

    def __init__(self, path: Path, header: Mapping[str, str] | None = None) -> None:
        """Build what a file says; `header`: of the recording that goes on, with what it drew."""
        self.path, self.header = path, header
        self.exercise: ExerciseSpec | None = None  # known once it was called
        self.film: Film | None = None  # of a recording
        self.error: Exception | None = None  # why there is no simulation

    def __call__(self) -> "Simulation":
        """Return the simulation; for the physics thread."""
        try:
            simulation = self._build()
        except Exception as error:
            self.error = error
            raise
        if news := refuge.tell():
            tell(news)
        return simulation

    def _build(self) -> "Simulation":
        if self.path.suffix == RECORDING:
            self.film = load_film(self.path, _expert_of(self.path))
            return self.film.playback.simulation
        # Imported where it runs: the kernels' room takes a second to open, the window none.
        from simulator import checking
        from simulator.simulation import Simulation

        scene, self.exercise = checking.load_recorded(self.path, self.header or {})
        # a processor for the picture: on two of them a helper would hold up both
        return Simulation(scene, spare=1)


def debrief(recording: Path, notify: Callable[..., None], language: str = "en") -> None:
    """Write the page about a recording, show it in the browser, and say where it is.

    It is written beside the window, after those that were asked for before.
    """
    page = recording.with_suffix(".html")

    def write() -> None:
        command = [sys.executable, "-m", "simulator", "debrief", str(recording), "-o", str(page)]
        command += ["--language", language]
        try:
            with PAGES:
                done = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError as error:  # no memory or no process left
            notify(reasons.about(page, reasons.of_system(error)))
            return
        if done.returncode != 0:
            told = done.stderr.strip() or f"{page}: exit status {done.returncode}"
            notify(Text(ru=f"Разбор не составлен: {told}", en=told))
            return
        notify("saved", str(page))
        with contextlib.suppress(webbrowser.Error):  # its place is told
            webbrowser.open(page.resolve().as_uri())

    threading.Thread(target=write, daemon=True).start()


def is_of_recording(error: BaseException) -> bool:
    """Return whether a recording itself is at fault, and no file that can be mended."""
    return type(error).__name__ == "RecordingError"  # its room is not opened by the window


def list_problems(error: BaseException, path: Path, language: str = "en") -> list[Problem]:
    """Return what kept a scene from opening, located where that is known.

    What is wrong in files is told in English; the window translates it (`spec.russian`).
    """
    if isinstance(error, SpecErrors):
        return list(error.problems)
    if is_of_recording(error):
        text = reasons.explain(error).in_language(language).removeprefix(f"{path}: ")
        return [Problem(str(path), 1, 1, "", text, "recording")]
    if isinstance(error, OSError):
        text = reasons.unreadable(error).in_language(language)
        return [Problem(str(error.filename or path), 1, 1, "", text, "unreadable")]
    if type(error).__name__ == "ShaderError":
        line, column = getattr(error, "place", (1, 1))
        file, text = shown(getattr(error, "file", path)), getattr(error, "text", str(error))
        return [Problem(file, line, column, "", text, SHADER)]
    return [Problem(str(path), 1, 1, "", f"{type(error).__name__}: {error}", "not-built")]


def others(problems: list[Problem], of_shaders: bool) -> list[Problem]:
    """Return those that are not of shaders if those at hand are `of_shaders`, else those that are.

    Each kind is mended by itself.
    """
    return [one for one in problems if (one.code == SHADER) != of_shaders]


def complain(problems: list[Problem]) -> None:
    """Print problems to the terminal, one a line."""
    for problem in problems:
        terminal.complain(problem)


def list_scenes(scene: Path) -> list[tuple[str, Text]]:
    """Return (path, title) of the scenes beside this one; a broken one goes by its file."""
    folder = scene.parent.parent if scene.parent.name == "exercises" else scene.parent
    files = sorted(folder.glob("*.yaml"))
    return [(str(path), title_of(path)) for path in files]


def read_plain(path: Path) -> dict[str, Any]:
    """Return what a YAML file says, unchecked; nothing of one that cannot be read."""
    try:
        node, _ = syntax.read(path.read_bytes(), str(path))
    except OSError:
        return {}
    plain = node.plain() if node is not None else None
    return plain if isinstance(plain, dict) else {}


def title_of(path: Path) -> Text:
    """Return the title of a scene or exercise; of a broken file, its name."""
    return title_in(read_plain(path), path.stem)


def title_in(plain: dict[str, Any], name: str) -> Text:
    """Return the title that a file's data has; where it has none, the file's name."""
    title = plain.get("title")
    texts = title if isinstance(title, dict) else {"ru": title, "en": title}
    ru, en = texts.get("ru"), texts.get("en")
    if isinstance(ru, str) and isinstance(en, str):
        return Text(ru=ru, en=en)
    return Text(ru=name, en=name)


def progress() -> float | None:
    """Return how much of the kernels is ready, 0 to 1; None before they were counted."""
    jit = sys.modules.get("simulator.compiled.jit")
    if jit is None or not hasattr(jit, "progress"):
        return None
    ready, total = jit.progress()
    return ready / total if total else None


def is_first() -> bool:
    """Return whether kernels are compiled that no start before this one has left behind."""
    jit, frame = (sys.modules.get(f"simulator.{name}") for name in ("compiled.jit", "frame"))
    run = getattr(frame, "run", None)  # None while the module is read
    return jit is not None and run is not None and not jit.is_kept(run)


def is_waiting() -> bool:
    """Return whether another program compiles the kernels, and this one waits for it."""
    warming = sys.modules.get("simulator.warming")
    return warming is not None and hasattr(warming, "is_waiting") and warming.is_waiting()


def mesh_being_cut() -> str:
    """Return the file name of a concave mesh that is cut into parts at the moment, "" for none."""
    parts = sys.modules.get("simulator.physics.geometry.parts")
    return Path(parts.now_cut()).name if parts is not None and hasattr(parts, "now_cut") else ""


def tell(text: str) -> None:
    """Print a message to the terminal."""
    terminal.complain(text)


def edit(path: str, line: int) -> None:
    """Open a file in the user's editor, at its line where the editor can."""
    editor = os.environ.get("VISUAL") or shutil.which("xdg-open")
    if editor is None:
        tell(f"{path}:{line}: set VISUAL to an editor to have files opened")
        return
    place = f"{path}:{line}" if Path(editor).name in ("code", "subl", "zed") else path
    goto = ["--goto"] if Path(editor).name == "code" else []
    try:
        subprocess.Popen([editor, *goto, place])
    except OSError as error:
        tell(f"{editor}: {error.strerror}")
