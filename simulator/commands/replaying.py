"""A recording is run again: every frame has to be as it was."""

import json
from collections.abc import Mapping
from pathlib import Path

from .. import checking
from ..compiling import start
from ..recordings import replaying
from ..recordings.machine import versions
from ..recordings.recording import Recording, RecordingError
from ..spec.models.scene import SceneSpec
from ..spec.reading.project import shown
from ..terminal import complain, err, out
from ..timing import Latency


def replay(file: Path, scene: Path | None, as_json: bool) -> int:
    """Replay a recording and say whether, and where first, it diverges."""
    try:
        recorded = Recording(file)
        if not recorded.frames:
            return complain(f"{file}: {recorded.flaw or 'holds no frame'}: nothing to replay")
        path = recorded.find_scene(scene)
        spec = checking.load_recorded(path, recorded.header).scene
        changed = tell_changed(recorded, spec)
        for key, value in versions().items():
            if (made := recorded.header.get(key, "unknown")) != value:
                err.print(f"recorded with {key} {made}, this is {value}", markup=False)
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
                    "cause": result.cause,
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
            f"expected {result.expected}, got {result.got}: "
            f"{replaying.CAUSES[result.cause]}"
        )
    return 0 if ok else 1


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
