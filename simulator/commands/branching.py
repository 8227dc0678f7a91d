"""The command that goes on from any moment of a recording."""

from collections.abc import Callable
from pathlib import Path

from .. import checking, headless, stopping
from ..keeping import judge_again
from ..recordings.playback import Playback
from ..recordings.recording import Recorder, Recording, RecordingError
from ..recordings.replaying import CAUSES, Watchers, find_cause
from ..scripted import ScriptError
from ..simulation import Simulation
from ..snapshot import Event, PanelInput, Snapshot
from ..spec import load
from ..terminal import complain, out
from ..training.rules import about
from ..training.session import Session
from .launch import finishing
from .replaying import tell_changed


def branch(
    file: Path,
    at: float,
    record: Path,
    script: Path | None,
    seconds: float | None,
    scene: Path | None,
) -> int:
    """Go on from a moment with a script, or with the recorded inputs, which proves the branch.

    `seconds`: how long; None is as long as the script lasts, or the recording.
    """
    try:
        recording = Recording(file)
        if record.exists() and record.samefile(file):
            return complain(f"{record}: give the branch a file of its own")
        spec, exercise = checking.load_recorded(recording.find_scene(scene), recording.header)
        tell_changed(recording, spec)
        simulation = Simulation(spec)
        playback = Playback(recording, simulation)
        frame = round(at / simulation.frame_dt)
        if not 0 <= frame <= playback.length:
            long = playback.length * simulation.frame_dt
            return complain(f"{file}: it is {long:.2f} s long, there is no moment {at:g} s")
        actions = load.load_script(script) if script else None
        session = judge_again(playback, exercise, frame)
        driver = {"trainee": "", "script": str(script)} if script else {}  # else as recorded
        with stopping.held() as let_through:
            recorder = playback.branch(str(record), about(exercise) | driver)
            with finishing(recorder, simulation):
                if actions is None:
                    return _prove(playback, seconds, recorder, session, let_through)
                run = headless.Run(simulation, actions, exercise, session)
                run.panel.show(playback.panel)
                end = None if seconds is None else run.snapshot.time + seconds
                run.go(end, recorder, let_through=let_through)
    except (RecordingError, ScriptError) as error:
        return complain(error)
    out.print(f"branched at {at:g} s, on to {run.snapshot.time:.2f} s: {record}", markup=False)
    return complain(f"{script}: {run.failure}") if run.failure else _tell_flaw(recording)


def _tell_flaw(recording: Recording) -> int:
    """Print what is wrong with the recording that was branched; return the exit status."""
    if recording.broken is not None:
        return complain(f"{recording.path}: records before frame {recording.broken} were changed")
    if recording.flaw:
        complain(f"{recording.path}: {recording.flaw}")
    return 1 if recording.damaged else 0


def _prove(
    playback: Playback,
    seconds: float | None,
    recorder: Recorder,
    session: Session | None,
    let_through: Callable[[], None],
) -> int:
    """Feed the recorded inputs to the branch; its hashes have to be the original's."""
    copied, end = playback.at, playback.length
    if seconds is not None:
        end = min(end, copied + round(seconds / playback.simulation.frame_dt))
    expected = [record.hash for record in playback.recording.frames[copied:end]]
    again = _Again(recorder, playback.simulation, let_through)
    playback.run(end, Watchers(again, session) if session else again)
    pairs = enumerate(zip(again.hashes, expected, strict=True), copied + 1)
    for number, (got, wanted) in pairs:
        if got != wanted:
            cause = CAUSES[find_cause(playback.recording, playback.simulation)]
            return complain(f"frame {number} differs from the original: {cause}")
    out.print(f"{copied} frames copied, {len(expected)} driven again: every state hash equal")
    return _tell_flaw(playback.recording)


class _Again:
    """Records what is driven again, and keeps the hashes."""

    def __init__(
        self, recorder: Recorder, simulation: Simulation, let_through: Callable[[], None]
    ) -> None:
        self.recorder, self.simulation = recorder, simulation
        self.let_through = let_through
        self.hashes: list[str] = []

    def event(self, event: Event) -> None:
        """Record an event."""
        self.recorder.event(self.simulation.frame_index, event)

    def frame(self, panel: PanelInput, snapshot: Snapshot) -> None:
        """Record a frame."""
        self.recorder.frame(panel, snapshot)
        self.hashes.append(snapshot.state_hash)
        self.let_through()
