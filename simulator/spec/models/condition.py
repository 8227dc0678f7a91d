"""Conditions: what an exercise's stages, limits and hints and a fault's trigger wait for."""

from typing import Annotated

from pydantic import Field

from ..fields import PositiveMetre, Reference, Second, Spec, To, Travel, Unit

KINDS = (
    "signal",
    "joint",
    "tilt",
    "body",
    "gripped",
    "carried",
    "pressed",
    "metric",
    "after",
    "all",
    "any",
    "not",
)


class ConditionSpec(Spec):
    """Something that holds or does not: exactly one of its kinds, and what belongs to it."""

    signal: Annotated[Reference, To("signals")] | None = None  # its value, with above or below
    joint: Annotated[Reference, To("joints")] | None = None  # its angle or travel, likewise
    tilt: Annotated[Reference, To("bodies")] | None = None  # of its z axis from upright, likewise
    body: Annotated[Reference, To("bodies")] | None = None  # with inside, touches, near or slower
    gripped: Annotated[Reference, To("bodies")] | None = None  # from two sides, or by suction
    carried: Annotated[Reference, To("bodies")] | None = None  # lies on the scored robot
    pressed: Annotated[Reference, To("controls")] | None = None  # a button, in this frame
    metric: Annotated[Reference, To("metrics")] | None = None  # its value, with above or below
    after: Annotated[Second, Field(ge=0)] | None = None  # since the stage, or the attempt, began
    all: list["ConditionSpec"] = Field(default=[], min_length=1)  # every one holds
    any: list["ConditionSpec"] = Field(default=[], min_length=1)  # at least one holds
    not_: "ConditionSpec | None" = Field(default=None, alias="not")  # it does not hold
    above: Travel | None = None  # signal, joint, tilt, metric: greater; touches, gripped: push [N]
    below: Travel | None = None  # signal, joint, tilt, metric: less
    inside: Annotated[Reference, To("zones")] | None = None  # body: its origin is in the zone
    whole: bool = False  # body inside: every corner of it is
    touches: Annotated[Reference, To("bodies")] | None = None  # body: presses on that body
    near: Annotated[Reference, To("bodies")] | None = None  # body: origins within `distance`
    distance: PositiveMetre = 0.1  # of near
    slower: Annotated[float, Unit("m/s"), Field(gt=0)] | None = None  # body: than this speed
    hold: Annotated[Second, Field(ge=0)] = 0.0  # without a break for so long

    @property
    def kind(self) -> str:
        """The one kind that is given; "" for none."""
        given = [kind for kind in KINDS if kind in self.written]
        return given[0] if given else ""

    @property
    def written(self) -> set[str]:
        """The keys that the file has, with a value."""
        given = [name for name in self.model_fields_set if getattr(self, name) is not None]
        return {"not" if name == "not_" else name for name in given}
