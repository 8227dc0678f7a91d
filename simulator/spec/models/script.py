"""scenes/scripts/*.yaml: a scripted operator, an ordered list of actions on the console."""

from typing import Annotated

from pydantic import Field, PrivateAttr

from ..fields import FilePath, OutputPath, PositiveShare, Reference, Second, Spec

PICTURES = (".png", ".jpg", ".jpeg", ".bmp")  # what pictures are written as


class Condition(Spec):
    """Waits for a signal; gives up with an error after `timeout`."""

    signal: Reference  # that is watched
    above: float | None = None  # holds when greater
    below: float | None = None  # holds when less
    timeout: Annotated[Second, Field(gt=0)] = 30.0  # then the script fails


class Move(Spec):
    """Works a lever like an attentive operator: towards the value `to` of a signal."""

    widget: Reference  # `arm.x` for one axis of a two-axis lever
    signal: Reference  # that the lever is to bring to `to`
    to: float  # wanted value
    gain: float = 2.0  # lever per error
    limit: PositiveShare = 1.0  # largest deflection
    tolerance: Annotated[float, Field(gt=0)] = 0.01  # near enough


class ActionSpec(Spec):
    """One action: what to do, then how long (`hold`) or until what (`until`, or the moves end)."""

    note: str | None = None  # for people
    at: Second | None = None  # not before this time
    set: dict[Reference, float | bool] = {}  # controls and their values
    press: list[Reference] = []  # clicks of one frame
    move: list[Move] = []  # ends when all are within tolerance
    hold: Annotated[Second, Field(ge=0)] = 0.0  # at least so long
    until: Condition | None = None  # ends when it holds
    timeout: Annotated[Second, Field(gt=0)] = 30.0  # for moves; then the script fails
    shot: OutputPath | None = None  # picture taken when the action ends

    _line: str = PrivateAttr(default="")

    @property
    def line(self) -> str:
        """Where it stands, as `line 5`, or `line 5 of FILE` of another file; "" in none."""
        return self._line


class ScriptSpec(Spec):
    """A whole script file."""

    include: list[FilePath] = []  # files whose actions come first
    delay: Annotated[Second, Field(ge=0, le=10)] = 0.0  # reaction: what it sees is so old
    pause: Annotated[Second, Field(ge=0, le=60)] = 0.0  # thinks so long before every action
    pace: PositiveShare = 1.0  # of the full deflection of levers with a spring
    actions: list[ActionSpec]  # in order
