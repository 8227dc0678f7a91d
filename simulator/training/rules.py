"""What gives a score besides the frames: the exercise's files, and the code that judges."""

import hashlib
from functools import cache
from pathlib import Path

from simulator.spec.models.exercise import ExerciseSpec

JUDGE = (
    "cast", "conditions", "director", "judge", "measure", "measure_hand", "measure_touch",
    "measure_way", "moment", "score", "session", "tyre",
)  # fmt: skip


@cache
def judge_version() -> str:
    """Return a hash over the source of everything that decides a score."""
    whole = hashlib.blake2b(digest_size=8)
    for name in JUDGE:
        whole.update(name.encode() + b"\0" + Path(__file__).with_name(f"{name}.py").read_bytes())
    return whole.hexdigest()


def about(exercise: ExerciseSpec | None) -> dict[str, str]:
    """Return what a recording's header says of the exercise that is run, and of its judge."""
    if exercise is None:
        return {}
    return {"exercise": exercise.source, "rules": exercise.rules, "judge": judge_version()}
