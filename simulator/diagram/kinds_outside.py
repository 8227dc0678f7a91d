"""Block kinds that run a file of their own outside the kernels: an FMU, a Python file."""

import os
from collections.abc import Mapping
from typing import Any

from simulator.spec import suggest
from simulator.spec.errors import KeyPath
from simulator.spec.reading import code_file

from . import opcode
from .kind import LARGEST, Complaints, Form, Kind, Parameter, Port, Values


def _read_name(value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError("has to be the name of an output")
    return value


def _read_names(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(name, str) and name for name in value):
        raise ValueError("has to be a list of the names of outputs")
    return tuple(value)


def _read_values(value: Any) -> dict[str, float]:
    if not isinstance(value, Mapping):
        raise ValueError("has to be a mapping of names to numbers")
    for name, number in value.items():
        if isinstance(number, bool) or not isinstance(number, int | float):
            raise ValueError(f"{name} has to be a number")
        if abs(number) > LARGEST:
            raise ValueError(f"{name} has to be at most {LARGEST:g} in size")
    return {name: float(number) for name, number in value.items()}


def _adapt(kind: Kind, names: tuple[str, ...]) -> Kind:
    """Return the kind with inputs of these names."""
    return kind._replace(ports=tuple(Port(name, unit="any") for name in names))


def _pack(parameters: Values, input_count: int, step: float) -> list[float]:
    return []


def _examine_python(parameters: Values, names: tuple[str, ...]) -> Complaints:
    return _examine(parameters, ".py", "a Python file")


def _examine_fmu(parameters: Values, names: tuple[str, ...]) -> Complaints:
    """Return what does not fit the FMU's own description; a file that is none is told at load."""
    if found := _examine(parameters, ".fmu", "an FMU"):
        return found
    file = parameters["file"]
    try:
        described = code_file.load(file, os.stat(file).st_mtime_ns)
    except (OSError, code_file.FmuError) as error:
        return [("file", str(error))]
    known = described.variables
    for name in names:
        found += _find(name, ("in", name), "input", known)
    found += _find(parameters["output"], _place(parameters), "output", known)
    for name, value in parameters["parameters"].items():
        found += _find(name, ("parameters", name), "parameter", known)
        if name in described.whole and not value.is_integer():
            found.append((("parameters", name), f"{name!r} takes whole numbers, not {value:g}"))
    return found


def instance_of(name: str, parameters: Values) -> str:
    """Return the instance that a block belongs to: the outputs of one file are one instance."""
    return name.removesuffix(f".{parameters['output']}") if parameters["outputs"] else name


def find_single(parameters: Values) -> str | None:
    """Return the file of an FMU that a program may run but once, None for any other."""
    file = parameters["file"]
    try:
        described = code_file.load(file, os.stat(file).st_mtime_ns)
    except (OSError, code_file.FmuError):  # told already
        return None
    return file if described.is_single else None


def _place(parameters: Values) -> KeyPath:
    names = parameters["outputs"]
    return ("outputs", names.index(parameters["output"])) if names else ("output",)


def _examine(parameters: Values, suffix: str, what: str) -> Complaints:
    if not (parameters["file"] or "").lower().endswith(suffix):
        return [("file", f"has to name {what}")]
    if not parameters["output"]:
        return [("output", "needs the name of an output, or `outputs` with several")]
    return []


def _find(name: str, place: tuple, causality: str, variables: Mapping[str, str]) -> Complaints:
    """Complain where an FMU has no such variable; outputs may be any of its variables."""
    fitting = [one for one, its in variables.items() if causality in (its, "output")]
    if name in fitting:
        return []
    hint = suggest.hint(name, fitting, "it has")
    return [(place, f"the FMU has no {causality} {name!r}{hint}")]


_NAMES = (
    Parameter("output", Form("name of an output", _read_name), ""),
    Parameter("outputs", Form("list of names of outputs", _read_names), ()),
    Parameter("parameters", Form("numbers by name", _read_values), {}),
)

KINDS = (
    Kind("fmu", opcode.OUTSIDE,
         "An `output` of an FMU for co-simulation (FMI 2 or 3), `in: {its input: signal}`; with "
         "`outputs: [a, b]` instead the block `plant` makes the signals `plant.a`, `plant.b`.",
         ports=(), output="unknown", feed_through=False, memory=(0.0,), pack=_pack, adapt=_adapt,
         examine=_examine_fmu, parameters=_NAMES),
    Kind("python", opcode.OUTSIDE,
         "An `output` of a Python file's `step(inputs, state, dt)`, `in: {name: signal}`; "
         "or `outputs`, as with an FMU.",
         ports=(), output="unknown", feed_through=False, memory=(0.0,), pack=_pack, adapt=_adapt,
         examine=_examine_python, parameters=_NAMES),
)  # fmt: skip
