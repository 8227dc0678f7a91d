"""The state machine: named states, and transitions with their conditions in plain words."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from simulator.spec import suggest, units

from . import opcode
from .kind import REQUIRED, Complaints, Form, Kind, MisplacedError, Parameter, Port, Values

MOST = 64  # states, and transitions
KEYS = ("from", "to", "when", "after")


@dataclass(frozen=True)
class Transition:
    """One way from a state to another: `origins` empty = any other, `after` [s] negative = at once.

    Each condition is the name of an input and the value that it has to have.
    """

    origins: tuple[str, ...]
    target: str
    conditions: tuple[tuple[str, bool], ...]
    after: float

    def __str__(self) -> str:
        """Return the transition as `stand->walk(go,not halt)`."""
        words = [name if wanted else f"not {name}" for name, wanted in self.conditions]
        words += [f"{self.after:g} s"] if self.after >= 0.0 else []
        return f"{'|'.join(self.origins) or 'any'}->{self.target}({','.join(words)})"


def _read_states(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not value:
        raise ValueError("has to be a list of names, the first one being that of the start")
    if len(value) > MOST:
        raise ValueError(f"has {len(value)} states; at most {MOST} are allowed")
    for row, name in enumerate(value):
        if not isinstance(name, str) or not name.isidentifier():
            raise MisplacedError((row,), f"{name!r} cannot be the name of a state")
        if name in value[:row]:
            raise MisplacedError((row,), f"the state {name!r} is already there")
    return tuple(value)


def _read_transitions(value: Any) -> tuple[Transition, ...]:
    if not isinstance(value, list) or not value:
        raise ValueError(
            "has to be a list of {from: state, to: state, when: input, after: seconds}"
        )
    if len(value) > MOST:
        raise ValueError(f"has {len(value)} transitions; at most {MOST} are allowed")
    return tuple(_read_transition(item, row) for row, item in enumerate(value))


def _read_transition(item: Any, row: int) -> Transition:
    if not isinstance(item, Mapping):
        raise MisplacedError((row,), "has to be {from: state, to: state, when: input}")
    given: dict[str, Any] = {}
    for key, value in item.items():
        name, suffix = key, None
        if key.startswith("after_") and units.SUFFIXES.get(key[6:], ("",))[0] == "s":
            name, suffix = "after", key[6:]
        if name not in KEYS:
            hint = suggest.hint(key, KEYS, "it has")
            raise MisplacedError((row, key), f"a transition has no {key!r}{hint}")
        if name in given:
            raise MisplacedError((row, key), f"{name} is given twice, in another unit; keep one")
        given[name] = value
        if name == "after":
            given[name] = _read_time(value, suffix, (row, key))
    if not isinstance(given.get("to"), str):
        raise MisplacedError((row, "to"), "a transition needs the state that it leads `to`")
    if "when" not in given and "after" not in given:
        raise MisplacedError((row,), "a transition needs a condition: `when`, `after` or both")
    if given.get("when") == [] and "after" not in given:
        message = "asks for nothing, so it always holds: name an input, or give `after` [s]"
        raise MisplacedError((row, "when"), message)
    if given.get("from") == []:
        raise MisplacedError((row, "from"), "names no state; leave it out where any will do")
    conditions = tuple(map(_condition, _words(given.get("when", []), (row, "when"))))
    origins = _words(given.get("from", []), (row, "from"))
    return Transition(origins, given["to"], conditions, given.get("after", -1.0))


def _read_time(value: Any, suffix: str | None, path: tuple[int, str]) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0.0 <= value <= 1e6:
        raise MisplacedError(path, f"has to be a time in seconds, not {value!r}")
    return units.convert(float(value), suffix) if suffix else float(value)


def _words(value: Any, path: tuple[int, str]) -> tuple[str, ...]:
    words = value if isinstance(value, list) else [value]
    if not all(isinstance(word, str) for word in words):
        raise MisplacedError(path, "has to be a name, or a list of names")
    return tuple(words)


def _condition(text: str) -> tuple[str, bool]:
    name = text.strip()
    if name.startswith("not "):
        return name[4:].strip(), False
    return name, True


def _check(names: tuple[str, ...], parameters: Values) -> Complaints:
    """Return what is wrong between states, transitions and the names of the inputs."""
    states, found = parameters["states"], []
    for row, step in enumerate(parameters["transitions"]):
        for key, given in (("from", step.origins), ("to", (step.target,))):
            place = ("transitions", row, key)
            found += [(place, _unknown("state", name, states)) for name in given
                      if name not in states]  # fmt: skip
        found += [
            (("transitions", row, "when"), _unknown("input", name, names))
            for name, _ in step.conditions
            if name not in names
        ]
    if parameters["start"] and parameters["start"] not in states:
        found.append(("start", _unknown("state", parameters["start"], states)))
    if found:  # what nothing leads to or asks for may be meant by these
        return found
    reached = {name for step in parameters["transitions"] for name in (step.target,)}
    reached.add(parameters["start"] or states[0])
    for row, name in enumerate(states):
        if name not in reached:
            found.append((("states", row), f"nothing leads to the state {name!r}"))
    read = {name for step in parameters["transitions"] for name, _ in step.conditions}
    for name in names:
        if name not in read:
            found.append((("in", name), f"no transition asks for the input {name!r}"))
    return found


def _unknown(what: str, name: str, known: tuple[str, ...]) -> str:
    return f"there is no {what} {name!r}{suggest.hint(name, known)}"


def _pack(names: tuple[str, ...], parameters: Values, input_count: int, step: float) -> list[float]:
    """Return the transitions as `interpret_sequential` reads them, one row for each origin."""
    number = {name: float(row) for row, name in enumerate(parameters["states"])}
    place = {name: float(row) for row, name in enumerate(names)}
    packed: list[float] = []
    for each in parameters["transitions"]:
        asked = [part for name, wanted in each.conditions for part in (place[name], float(wanted))]
        for origin in each.origins or (None,):
            here = -1.0 if origin is None else number[origin]
            packed += [here, number[each.target], each.after, float(len(each.conditions)), *asked]
    return packed


def _first(parameters: Values) -> list[float]:
    """Return the memory before the first step: the state, and no step in it yet."""
    states = parameters["states"]
    return [float(states.index(parameters["start"] or states[0])), -1.0]


def _adapt(kind: Kind, names: tuple[str, ...]) -> Kind:
    """Return the kind with inputs of these names."""
    ports = tuple(Port(name, unit="one") for name in names)
    return kind._replace(ports=ports, check=partial(_check, names), pack=partial(_pack, names))


def _read_start(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("has to be the name of a state")
    return value


KIND = Kind(
    "state_machine", opcode.STATE_MACHINE,
    "The number of the state it is in, from 0; it begins in `start`, else in the first of all. "
    "In each step the first transition that holds is taken: `{from: state, to: state, when: input, "
    "after: seconds}`; `from` a state or a list of them, absent = any other; `when` an input of "
    "`in: {go: signal}`, `not go`, or a list of which all have to hold; `after` the time spent in "
    "the state.",
    ports=(), output="one", memory=_first, adapt=_adapt,
    parameters=(Parameter("states", Form("list of names", _read_states), REQUIRED),
                Parameter("transitions", Form("list of transitions", _read_transitions), REQUIRED),
                Parameter("start", Form("name of a state", _read_start), "")),
)  # fmt: skip
