"""The trainee's file: attempts, marks, progress, in SQLite in the user's own data folder.

The file can be read by nobody but its owner. What is in it leaves it by `export`, whole, and
`delete`, whole.
"""

import os
import sqlite3
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import platformdirs

from simulator.spec.models.exercise import ExerciseSpec, RepeatSpec
from simulator.spec.reasons import ExplainedError, explain

from .score import FAILED, PASSED, Score, of_nothing

SCHEMA = """
create table if not exists trainee (
    name text primary key, created text not null
) strict;
create table if not exists attempt (
    id integer primary key, trainee text not null references trainee on delete cascade,
    exercise text not null, rules text not null, started text not null, seconds real not null,
    outcome text not null, reason text not null, mark real not null, level integer not null,
    recording text not null, score text not null
) strict;
create index if not exists by_trainee on attempt (trainee, exercise, id);
"""
VERSION = 1
CUT_OFF = "cut off"  # the reason of an attempt whose end nobody has seen: the program was killed
VOID = "void"  # the outcome of an exam that does not count
TOP_LEVEL = 9
COLUMNS = (
    "id", "exercise", "rules", "started", "seconds", "outcome", "reason", "mark", "level",
    "recording",
)  # fmt: skip


class TraineeError(ExplainedError):
    """There is no such trainee, or the file cannot be used."""


class Progress(NamedTuple):
    """How far a trainee is with an exercise."""

    attempts: int
    best: float | None  # mark of the best attempt that passed
    level: int  # 1 at the beginning, one more with each pass: aids fade
    is_passed: bool  # as often as the exercise asks for


class Trainees:
    """The file, open; use it as a context or close it. Whatever is asked may raise TraineeError."""

    def __init__(self, path: str | Path | None = None) -> None:
        """Open or create the file; raise TraineeError where that cannot be."""
        self.path = Path(path) if path else default_path()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
            self._base = sqlite3.connect(self.path)
            self._base.execute("pragma foreign_keys = on")
            version = self._base.execute("pragma user_version").fetchone()[0]
            if version > VERSION:
                raise TraineeError(
                    f"{self.path}: made by a newer program (version {version})",
                    f"{self.path}: создан более новой программой (версия {version})",
                )
            self._base.executescript(SCHEMA)
            self._base.execute(f"pragma user_version = {VERSION}")
        except (OSError, sqlite3.DatabaseError) as error:
            why = explain(error)
            raise TraineeError(
                f"{self.path}: cannot be used: {error}", f"{self.path}: не открывается: {why.ru}"
            ) from error

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    def __enter__(self) -> "Trainees":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _do(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        """Do a statement and return its rows; TraineeError where the file does not take it."""
        try:
            with self._base:
                return self._base.execute(statement, values).fetchall()
        except sqlite3.Error as error:  # a full disk, another program's lock, a damaged page
            raise TraineeError(
                f"{self.path}: {error}", f"{self.path}: не читается или не пишется: {error}"
            ) from error

    def list_names(self) -> list[str]:
        """Return all trainees by name."""
        return [name for (name,) in self._do("select name from trainee order by name")]

    def add(self, name: str) -> None:
        """Enter a trainee; one who is there already stays as he is."""
        row = check_name(name), _text_of(datetime.now())
        self._do("insert or ignore into trainee values (?, ?)", row)

    def begin(
        self,
        name: str,
        exercise: ExerciseSpec,
        recording: str | Path,
        level: int = 1,
    ) -> int:
        """Enter an attempt that begins; return its number.

        It has failed, cut off, until `enter` says how it ended.
        """
        return self.enter(name, of_nothing(exercise, FAILED, CUT_OFF), recording, level)

    def take_up(
        self, name: str, exercise: ExerciseSpec, source: str | Path, recording: str | Path
    ) -> int | None:
        """Let an attempt that was cut off, recorded in `source`, go on in another recording.

        Return its number; None where there is none, and of an exam, whose row stays as it is.
        """
        if exercise.exam is not None:
            return None
        asked = "select id, recording from attempt where trainee = ? and reason = ?"
        for number, cut in self._do(asked, (name, CUT_OFF)):
            if os.path.realpath(cut) == os.path.realpath(source):
                moved = "update attempt set recording = ? where id = ?"
                self._do(moved, (str(recording), number))
                return int(number)
        return None

    def enter(
        self,
        name: str,
        score: Score,
        recording: str | Path,
        level: int = 1,
        number: int | None = None,
        why_not: Sequence[str] = (),
    ) -> int:
        """Enter an attempt of a trainee that has just ended; return its number.

        `number`: that of its beginning. `why_not`: why it does not count as an exam; it is void.
        """
        self.add(name)
        started = _text_of(_find_start(Path(recording), score))
        outcome, reason = (VOID, "; ".join(why_not)) if why_not else (score.outcome, score.reason)
        row = (
            name, exercise_key(score.exercise), score.rules, started, score.time, outcome,
            reason, score.mark, level, str(recording), msgspec.json.encode(score).decode(),
        )  # fmt: skip
        keys = "trainee, exercise, rules, started, seconds, outcome, reason, mark, level, recording"
        places = ", ".join("?" * len(row))
        begun = f"update attempt set ({keys}, score) = ({places}) where id = ? and trainee = ? "
        found = self._do(f"{begun} and reason = ? returning id", (*row, number, name, CUT_OFF))
        if not found:  # it was not entered before, or the trainee was deleted meanwhile
            keys += ", score"
            found = self._do(f"insert into attempt ({keys}) values ({places}) returning id", row)
        return int(found[0][0])

    def progress(self, name: str, exercise: str | Path, repeat: RepeatSpec) -> Progress:
        """Return how far a trainee is with an exercise."""
        rows = self._do(
            "select outcome, mark from attempt where trainee = ? and exercise = ? order by id",
            (name, exercise_key(exercise)),
        )
        marks = [mark for outcome, mark in rows if outcome == PASSED]
        last = [outcome == PASSED for outcome, _ in rows[-repeat.of :]]
        return Progress(
            attempts=len(rows),
            best=max(marks, default=None),
            level=min(1 + len(marks), TOP_LEVEL),
            is_passed=sum(last) >= repeat.passes,
        )

    def list_recordings(self, name: str) -> dict[str, str]:
        """Return where a trainee's attempts were recorded, each with its outcome."""
        rows = self._do("select recording, outcome from attempt where trainee = ?", (name,))
        return {path: outcome for path, outcome in rows if path}

    def export(self, name: str) -> dict[str, Any]:
        """Return everything that is known of a trainee as plain data."""
        found = self._do("select created from trainee where name = ?", (name,))
        if not found:
            raise TraineeError(_unknown(name, self.list_names()))
        rows = self._do(
            f"select {', '.join(COLUMNS)}, score from attempt where trainee = ? order by id",
            (name,),
        )
        attempts = [
            {
                **dict(zip(COLUMNS, row[:-1], strict=True)),
                "score": msgspec.json.decode(row[-1]),
            }
            for row in rows
        ]
        return {"trainee": name, "created": found[0][0], "attempts": attempts}

    def delete(self, name: str) -> list[str]:
        """Forget a trainee; return his recordings, which stay where they are.

        Those of attempts that were never entered, as the program was killed, are among them.
        """
        data = self.export(name)
        self._do("delete from trainee where name = ?", (name,))
        self._do("vacuum")  # nothing of it stays in free pages
        named = [attempt["recording"] for attempt in data["attempts"] if attempt["recording"]]
        known = {os.path.realpath(path) for path in named}
        return named + [path for path in _recorded(name) if os.path.realpath(path) not in known]


def check_name(name: str) -> str:
    """Return a trainee's name without the blanks around it; raise TraineeError where it is none."""
    name = name.strip()
    if name != name.encode(errors="ignore").decode():  # the system can hand over other bytes
        raise TraineeError(f"a trainee's name is text in UTF-8, not {name!r}: type it anew")
    if not 1 <= len(name) <= 100:
        raise TraineeError("a trainee's name has 1 to 100 letters")
    return name


def default_path() -> Path:
    """Return where the file lies."""
    return platformdirs.user_data_path("simulator") / "trainees.sqlite"


def recordings_folder() -> Path:
    """Return where recordings of attempts go."""
    return platformdirs.user_data_path("simulator") / "recordings"


def _find_start(recording: Path, score: Score) -> datetime:
    """Return when an attempt began: as its recording says, without one its time ago."""
    from ..recordings.recording import read_header

    try:
        return datetime.fromisoformat(read_header(recording).get("date", ""))
    except ValueError:
        return datetime.now() - timedelta(seconds=score.time)


def _recorded(name: str) -> list[str]:
    """Return the recordings whose header names a trainee."""
    from ..recordings.recording import read_header

    files = sorted(recordings_folder().glob("*.mcap"))
    return [str(path) for path in files if read_header(path).get("trainee") == name]


def exercise_key(path: str | Path) -> str:
    """Return the name under which an exercise's attempts are kept: its file's."""
    return Path(path).stem


def _unknown(name: str, known: list[str]) -> str:
    listed = f"; there are: {', '.join(known)}" if known else "; there is none yet"
    return f"there is no trainee {name!r}{listed}"


def _text_of(moment: datetime) -> str:
    """Return a moment of the local clock as it is kept."""
    return moment.astimezone(UTC).isoformat(timespec="seconds")
