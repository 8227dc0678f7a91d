"""A block written in Python: `step(inputs, state, dt)` returns the outputs by name.

`start()`, where the file has one, returns the state: numbers, texts, lists and dicts in a dict.
After each call it goes on as it would come back from a recording, so that a jump changes nothing.
"""

import math
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from . import patience
from .runner import RunnerError, Task

STEP, START = 5.0, 60.0  # how long a step, and a file with all that it imports, may take [s]


class Script:
    """A `runner.Runner` of a Python file."""

    def __init__(self, task: Task) -> None:
        """Raises RunnerError where the file cannot be run."""
        self.task = task
        self.state: Any = {}
        self.names: dict[str, Any] = {"__name__": Path(task.file).stem, "__file__": task.file}
        source = Path(task.file).read_bytes()
        self.call(lambda: exec(compile(source, task.file, "exec"), self.names), START)
        if not callable(self.names.get("step")):
            raise RunnerError(
                f"{Path(task.file).name}: there is no function step(inputs, state, dt)"
            )

    def start(self) -> Sequence[float]:
        """Begin anew; the outputs are 0 until the first step is over."""
        begin = self.names.get("start")
        self.state = self.call(begin, START) if callable(begin) else {}
        self.settle("start")
        return [0.0] * len(self.task.outputs)

    def step(self, number: int, inputs: Sequence[float]) -> Sequence[float]:
        """Call the file's `step` and return what it gave."""
        given = dict(zip(self.task.inputs, inputs, strict=True)) | dict(self.task.parameters)
        result = self.call(lambda: self.names["step"](given, self.state, self.task.step), STEP)
        outputs = self.call(lambda: [self.take(result, name) for name in self.task.outputs], STEP)
        self.settle("step")
        return outputs

    def take(self, result: Any, name: str) -> float:
        """Return one output of what `step` returned."""
        if not isinstance(result, dict) or name not in result:
            what = ", ".join(map(str, result)) if isinstance(result, dict) else repr(result)[:40]
            raise RunnerError(
                f"{self.place('step')}: step() gave no {name!r}; it gave {what or 'nothing'}"
            )
        value = result[name]
        try:
            number = float(value)
        except (TypeError, ValueError, OverflowError):
            number = math.nan
        if not math.isfinite(number):
            raise RunnerError(f"{self.place('step')}: step() gave {repr(value)[:40]} as {name!r}")
        return number

    def place(self, function: str) -> str:
        """Return file:line of a function of the file."""
        code = getattr(self.names.get(function), "__code__", None)
        return f"{Path(self.task.file).name}:{code.co_firstlineno if code else 1}"

    def call(self, action: Callable[[], Any], seconds: float) -> Any:
        """Do what runs the file's code; its mistakes are told with their line."""
        try:
            return patience.run(action, seconds)
        except RunnerError:
            raise
        except patience.TooLongError as error:
            what = f"stopped, as it had not returned after {seconds:g} s"
            raise RunnerError(f"{_find_place(error, self.task.file)}: {what}") from error
        except (Exception, SystemExit) as error:
            what = f"{type(error).__name__}: {_say(error)}"
            raise RunnerError(f"{_find_place(error, self.task.file)}: {what}") from error

    def settle(self, function: str) -> None:
        """Make plain data of the state that a function has left; RunnerError if it is none."""
        try:
            self.restore(msgspec.msgpack.encode(self.state, enc_hook=_plain))
        except Exception as error:  # also what its objects raise as they are looked at
            text = "the state has to be of numbers, texts, lists and dicts"
            reason = f"{type(error).__name__}: {_say(error)}"
            raise RunnerError(f"{self.place(function)}: {text} ({reason})") from error

    def save(self) -> bytes:
        """Return the state."""
        return msgspec.msgpack.encode(self.state)

    def restore(self, state: bytes) -> None:
        """Put a saved state back."""
        self.state = msgspec.msgpack.decode(state)


def _plain(value: Any) -> Any:
    """Return the number that a scalar of numpy is; raises TypeError for all else."""
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"there is a value of type {type(value).__name__}")


def _find_place(error: BaseException, file: str) -> str:
    """Return `file:line` of the last line of the file that an error passed through."""
    line = getattr(error, "lineno", None) or 1
    for frame in traceback.extract_tb(error.__traceback__):
        line = frame.lineno if frame.filename == file and frame.lineno else line
    return f"{Path(file).name}:{line}"


def _say(error: BaseException) -> str:
    """Return an exception's text; nothing where its own code fails at that, too."""
    try:
        return str(error)
    except Exception:
        return ""
