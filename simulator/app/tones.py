"""Short tones for alarms and in an attempt; a machine without sound stays silent."""

from typing import Any

from pyglet import media
from pyglet.media import synthesis

from simulator.keeping import Attempt

# frequency [Hz] and length [s] of each note
MELODIES: dict[str, tuple[tuple[int, float], ...]] = {
    "count": ((660, 0.08),),
    "go": ((990, 0.22),),
    "stage": ((880, 0.09), (1320, 0.14)),
    "warning": ((440, 0.16), (330, 0.24)),
    "alarm": ((1047, 0.12), (784, 0.12), (1047, 0.12)),
    "passed": ((660, 0.1), (880, 0.1), (1320, 0.3)),
    "failed": ((392, 0.18), (294, 0.36)),
}
RATE = 22050  # samples/s
LOUDNESS = 0.35


class Tones:
    """Plays melodies, each made when it is first wanted; the newest silences the one before."""

    def __init__(self) -> None:
        self.is_on = True
        self.played: list[str] = []  # the last few, for those who cannot hear
        self._sources: dict[str, Any] = {}
        self._player: Any = None

    def play(self, name: str) -> None:
        """Play a melody of MELODIES."""
        self.played = [*self.played[-9:], name]
        if not self.is_on:
            return
        try:
            self._start(name)
        except Exception as error:  # OpenAL and PulseAudio raise their own kinds, and OSError
            self.is_on = False
            print(f"no sound: {error}")

    def follow(self, before: Attempt | None, now: Attempt) -> None:
        """Let the operator hear a stage done, a limit broken, the end."""
        score = now.score
        if now.is_over:
            self.play(score.outcome)
        elif before is not None and len(score.breaches) > len(before.score.breaches):
            self.play("warning")
        elif before is not None and now.stage > before.stage:
            self.play("stage")

    def _start(self, name: str) -> None:
        if self._player is not None:
            self._player.delete()
        self._player = media.Player()
        self._player.volume = LOUDNESS
        for frequency, length in MELODIES[name]:
            self._player.queue(self._note(frequency, length))
        self._player.play()

    def _note(self, frequency: int, length: float) -> Any:
        key = f"{frequency} {length}"
        if key not in self._sources:
            envelope = synthesis.LinearDecayEnvelope(1.0)
            tone = synthesis.Sine(length, frequency, RATE, envelope)
            self._sources[key] = media.StaticSource(tone)
        return self._sources[key]
