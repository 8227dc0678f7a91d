"""scenes/scripts/*.yaml: a scripted operator, an ordered list of actions on the console."""

from typing import Annotated

from pydantic import Field

from .fields import FilePath, Name, OutputPath, Reference, Second, Spec


class Condition(Spec):
    """Waits for a signal; gives up with an error after `timeout`."""

    signal: Reference
    above: float | None = None
    below: float | None = None
    timeout: Annotated[Second, Field(gt=0)] = 30.0


class Move(Spec):
    """Works a lever like an attentive operator: towards the value `to` of a signal."""

    widget: Reference  # `arm.x` for one axis of a two-axis lever
    signal: Reference
    to: float
    gain: float = 2.0
    limit: Annotated[float, Field(gt=0, le=1)] = 1.0
    tolerance: Annotated[float, Field(gt=0)] = 0.01


class ActionSpec(Spec):
    """One action: what to do, then how long (`hold`) or until what (`until`, or the moves end)."""

    note: str | None = None
    at: Second | None = None  # not before this time
    set: dict[Reference, float | bool] = {}
    press: list[Name] = []  # clicks of one frame
    move: list[Move] = []  # ends when all are within tolerance
    hold: Annotated[Second, Field(ge=0)] = 0.0
    until: Condition | None = None
    timeout: Annotated[Second, Field(gt=0)] = 30.0
    shot: OutputPath | None = None  # picture taken when the action ends


class ScriptSpec(Spec):
    """A whole script file."""

    include: list[FilePath] = []
    actions: list[ActionSpec]
