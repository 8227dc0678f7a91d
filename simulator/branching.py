"""The command that goes on from any moment of a recording."""

from pathlib import Path

from . import checking, headless
from .playback import Playback
from .recording import Recorder, Recording, RecordingError
from .scripted import ScriptError
from .simulation import Simulation
from .spec import load
from .spec.exercise import ExerciseSpec
from .terminal import complain, out
from .training.session import Session


def branch(file: Path, at: float, record: Path, script: Path | None, seconds: float | None) -> int:
    """Go on from a moment with a script, or with the recorded inputs, which proves the branch."""
    try:
        recording = Recording(file)
        if record.resolve() == file.resolve():
            return complain(f"{record}: give the branch a file of its own")
        path = Path(recording.header.get("exercise") or recording.header["scene"])
        if not path.exists():
            return complain(f"{file}: its scene {path} is not here")
        scene, exercise = checking.load_recorded(path, recording.header)
        simulation = Simulation(scene)
        playback = Playback(recording, simulation)
        frame = round(at / simulation.frame_dt)
        if not 0 <= frame <= playback.length:
            long = playback.length * simulation.frame_dt
            return complain(f"{file}: it is {long:.2f} s long, there is no moment {at:g} s")
        session = run_to(playback, exercise, frame)
        recorder = playback.branch(str(record))
        if script is None:
            return _prove(playback, recorder, session)
        actions = load.load_script(script)
        run = headless.Run(simulation, actions, exercise, session)
        run.panel.show(playback.panel)
        run.go(None if seconds is None else run.snapshot.time + seconds, recorder)
        recorder.close()
    except (RecordingError, ScriptError) as error:
        return complain(error)
    out.print(f"branched at {at:g} s, on to {run.snapshot.time:.2f} s: {record}", markup=False)
    return complain(f"{script}: {run.failure}") if run.failure else 0


def run_to(playback: Playback, exercise: ExerciseSpec | None, frame: int) -> Session | None:
    """Play from the beginning to a frame under the eyes of a judge, who then can go on."""
    playback.seek(0)
    session = Session(exercise, playback.simulation) if exercise else None
    playback.run(frame, session)
    return session


def _prove(playback: Playback, recorder: Recorder, session: Session | None) -> int:
    """Feed the recorded inputs to the branch; its hashes have to be the original's."""
    expected = [record.hash for record in playback.recording.frames[playback.at :]]
    copied = playback.at
    for count, wanted in enumerate(expected, 1):
        panel = playback.next(_Both(recorder, session, playback.simulation))
        assert panel is not None
        snapshot = playback.simulation.frame(panel)
        recorder.frame(panel, snapshot)
        if session:
            session.frame(panel, snapshot)
        if snapshot.state_hash != wanted:
            recorder.close()
            return complain(f"frame {copied + count} differs from the original")
    recorder.close()
    out.print(f"{copied} frames copied, {len(expected)} driven again: every state hash equal")
    return 0


class _Both:
    """Hands events on to recording and judge."""

    def __init__(self, recorder: Recorder, session: Session | None, simulation: Simulation) -> None:
        self.recorder, self.session, self.simulation = recorder, session, simulation

    def event(self, event) -> None:
        """Hand an event on."""
        self.recorder.event(self.simulation.frame_index, event)
        if self.session:
            self.session.event(event)

    def frame(self, panel, snapshot) -> None:
        """Frames come by another way."""
