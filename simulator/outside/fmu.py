"""An FMU for co-simulation (FMI 2.0 and 3.0) behind a block, through FMPy."""

import importlib
import math
import platform
import re
import shutil
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .runner import RunnerError, Task

FATAL = 4  # the status of FMI after which an instance may not be called
ASK = "FMUs need FMPy: in the program's folder, .venv/bin/pip install -e '.[fmi]'"


class Fmu:
    """A `runner.Runner` of an FMU."""

    def __init__(self, task: Task) -> None:
        """Raises RunnerError where the FMU or FMPy is not there or not fit."""
        self.task, self.name = task, Path(task.file).name
        try:
            self.fmpy = importlib.import_module("fmpy")
            self.simulation = importlib.import_module("fmpy.simulation")
        except ImportError as error:
            raise RunnerError(ASK) from error
        try:
            self.description = self.fmpy.read_model_description(task.file, validate=False)
            self.folder = self.fmpy.extract(task.file)
        except Exception as error:  # FMPy names no kinds
            raise RunnerError(f"{self.name} cannot be read: {error}") from error
        weakref.finalize(self, shutil.rmtree, self.folder, True)
        self.look_for_binaries()
        self.variables = {one.name: one for one in self.description.modelVariables}
        self.instance: Any = None
        self.finish: weakref.finalize | None = None  # of the instance, once it runs
        self.is_third = self.description.fmiVersion.startswith("3")

    def look_for_binaries(self) -> None:
        """Raise RunnerError where the FMU has code for other systems only."""
        binaries = Path(self.folder, "binaries")
        theirs = sorted(one.name for one in binaries.glob("*") if one.is_dir())
        if {self.fmpy.platform, self.fmpy.platform_tuple}.isdisjoint(theirs):
            ours = f"{platform.system()} {platform.architecture()[0].replace('bit', ' bit')}"
            has = ", ".join(theirs) or "none at all"
            raise RunnerError(f"{self.name} has no binaries for {ours}; it has {has}")

    def start(self) -> Sequence[float]:
        """Instantiate and initialise the FMU."""
        try:
            self.end()
            kind = "CoSimulation"
            self.instance = self.simulation.instantiate_fmu(self.folder, self.description, kind)
            if self.is_third:
                self.put(self.task.parameters)
                self.instance.enterInitializationMode(startTime=0.0)
            else:
                self.instance.setupExperiment(startTime=0.0)
                self.put(self.task.parameters)
                self.instance.enterInitializationMode()
            self.instance.exitInitializationMode()
            self.finish = weakref.finalize(self, _finish, self.instance)
            return self.get()
        except Exception as error:
            self.abandon(error)
            raise RunnerError(f"{self.name} does not start: {_first_line(error)}") from error

    def step(self, number: int, inputs: Sequence[float]) -> Sequence[float]:
        """Set the inputs and let the FMU do a step."""
        try:
            self.put(dict(zip(self.task.inputs, inputs, strict=True)))
            time = number * self.task.step
            said = self.instance.doStep(
                currentCommunicationPoint=time, communicationStepSize=self.task.step
            )
            if self.is_third and (said[1] or said[2]):  # terminate, early return
                raise RunnerError("it asks to stop")
            found = self.get()
        except Exception as error:
            self.abandon(error)
            text = f"{self.name} failed at {number * self.task.step:g} s: {_first_line(error)}"
            raise RunnerError(text) from error
        for name, value in zip(self.task.outputs, found, strict=True):
            if not math.isfinite(value):
                raise RunnerError(f"{self.name} gave {value} as {name!r}")
        return found

    def put(self, values: Any) -> None:
        """Set variables by name."""
        for name, value in values.items():
            one = self.variables[name]
            kind, number = self.kind(one), value
            if kind == "Boolean":
                number = value > 0.5
            elif not kind.startswith(("Real", "Float")):
                number = _whole(name, value, kind)
            getattr(self.instance, f"set{kind}")([one.valueReference], [number])

    def get(self) -> list[float]:
        """Return the outputs."""
        found = [self.variables[name] for name in self.task.outputs]
        return [float(getattr(self.instance, f"get{self.kind(one)}")([one.valueReference])[0])
                for one in found]  # fmt: skip

    def kind(self, variable: Any) -> str:
        """Return the type in the names of FMPy's methods."""
        if variable.type != "Enumeration":
            return variable.type
        return "Int64" if self.is_third else "Integer"

    def save(self) -> bytes | None:
        """Return the FMU's state, None where it cannot give it away."""
        able = self.description.coSimulation
        can = getattr(able, "canSerializeFMUState", None) or getattr(
            able, "canSerializeFMUstate", False
        )
        if not can:
            return None
        try:
            state = self.instance.getFMUState()
            data = self.instance.serializeFMUState(state)
            self.instance.freeFMUState(state)
        except Exception as error:
            raise RunnerError(f"{self.name} does not give its state: {error}") from error
        return data

    def restore(self, state: bytes) -> None:
        """Put a saved state back."""
        try:
            found = self.instance.deserializeFMUState(state)
            self.instance.setFMUState(found)
            self.instance.freeFMUState(found)
        except Exception as error:
            raise RunnerError(f"{self.name} does not take its state: {error}") from error

    def end(self) -> None:
        """Terminate and free the instance, if there is one; as when nobody holds this any more."""
        if self.finish is not None:
            self.finish()
        self.instance = self.finish = None

    def abandon(self, error: Exception) -> None:
        """Free an instance that failed: FMI lets none be terminated then, nor touched if fatal."""
        if self.finish is not None:
            self.finish.detach()
        if self.instance is not None and getattr(error, "status", None) != FATAL:
            self.instance.freeInstance()
        self.instance = self.finish = None


def _whole(name: str, value: float, kind: str) -> int:
    """Return a value as the whole number that a variable takes; ctypes would cut bits off it."""
    bits, number = int(re.sub(r"\D", "", kind) or 32), round(value)
    low = 0 if kind.startswith("U") else -(2 ** (bits - 1))
    if not low <= number < low + 2**bits:
        raise RunnerError(f"{name!r} would be {number}, and takes {low} to {low + 2**bits - 1}")
    return number


def _finish(instance: Any) -> None:
    try:
        instance.terminate()
    except Exception:  # whatever it says to that, it is freed
        pass
    finally:
        instance.freeInstance()


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
