"""A block written in Python: `step(inputs, state, dt)` returns the outputs by name.

`start()`, where the file has one, returns the state: numbers, texts, lists and dicts in a dict.
"""

import math
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from .runner import RunnerError, Task


class Script:
    """A `runner.Runner` of a Python file."""

    def __init__(self, task: Task) -> None:
        """Raises RunnerError where the file cannot be run."""
        self.task = task
        self.state: Any = {}
        self.names: dict[str, Any] = {"__name__": Path(task.file).stem, "__file__": task.file}
        source = Path(task.file).read_bytes()
        self.call(lambda: exec(compile(source, task.file, "exec"), self.names))
        if not callable(self.names.get("step")):
            raise RunnerError(
                f"{Path(task.file).name}: there is no function step(inputs, state, dt)"
            )

    def start(self) -> Sequence[float]:
        """Begin anew; the outputs are 0 until the first step is over."""
        begin = self.names.get("start")
        self.state = self.call(begin) if callable(begin) else {}
        self.save()
        return [0.0] * len(self.task.outputs)

    def step(self, number: int, inputs: Sequence[float]) -> Sequence[float]:
        """Call the file's `step` and return what it gave."""
        given = dict(zip(self.task.inputs, inputs, strict=True)) | dict(self.task.parameters)
        result = self.call(lambda: self.names["step"](given, self.state, self.task.step))
        return [self.take(result, name) for name in self.task.outputs]

    def take(self, result: Any, name: str) -> float:
        """Return one output of what `step` returned."""
        if not isinstance(result, dict) or name not in result:
            what = ", ".join(map(str, result)) if isinstance(result, dict) else repr(result)[:40]
            raise RunnerError(
                f"{self.place()}: step() gave no {name!r}; it gave {what or 'nothing'}"
            )
        value = result[name]
        try:
            number = float(value)
        except (TypeError, ValueError):
            number = math.nan
        if not math.isfinite(number):
            raise RunnerError(f"{self.place()}: step() gave {value!r} as {name!r}")
        return number

    def place(self) -> str:
        """Return file:line of `step`."""
        code = getattr(self.names["step"], "__code__", None)
        return f"{Path(self.task.file).name}:{code.co_firstlineno if code else 1}"

    def call(self, action: Callable[[], Any]) -> Any:
        """Do what runs the file's code; its mistakes are told with their line."""
        try:
            return action()
        except (Exception, SystemExit) as error:
            raise RunnerError(_tell(error, self.task.file)) from error

    def save(self) -> bytes:
        """Return the state; RunnerError if it is not plain data."""
        try:
            return msgspec.msgpack.encode(self.state)
        except (TypeError, ValueError, OverflowError) as error:
            name = Path(self.task.file).name
            text = "the state has to be of numbers, texts, lists and dicts"
            raise RunnerError(f"{name}: {text} ({error})") from error

    def restore(self, state: bytes) -> None:
        """Put a saved state back."""
        self.state = msgspec.msgpack.decode(state)


def _tell(error: BaseException, file: str) -> str:
    """Return `file:line: what happened`, the line being the last one in the file."""
    line = getattr(error, "lineno", None) or 1
    for frame in traceback.extract_tb(error.__traceback__):
        line = frame.lineno if frame.filename == file and frame.lineno else line
    return f"{Path(file).name}:{line}: {type(error).__name__}: {error}"
