"""consoles/*.yaml: the panel's widgets, their keys and gamepad axes, and the functional diagram."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, model_validator

from .fields import Colour, FilePath, Label, Name, Reference, Spec, Text, To

WIDGET_TYPES = (
    "push_button",
    "toggle",
    "key_switch",
    "lever",
    "slider",
    "knob",
    "rotary_selector",
    "emergency_stop",
    "lamp",
    "annunciator",
    "gauge",
    "bar_gauge",
    "display",
    "text",
)
INDICATORS = ("lamp", "annunciator", "gauge", "bar_gauge", "display", "text")


class ZoneSpec(Spec):
    """A coloured stretch of a gauge's scale."""

    range: tuple[float, float]
    level: Literal["normal", "caution", "warning"]


class AxisBinding(Spec):
    """A gamepad axis or button on a widget's axis."""

    control: Literal[
        "leftx",
        "lefty",
        "rightx",
        "righty",
        "lefttrigger",
        "righttrigger",
        "dpad_x",
        "dpad_y",
        "a",
        "b",
        "x",
        "y",
        "back",
        "start",
        "leftshoulder",
        "rightshoulder",
        "leftstick",
        "rightstick",
    ]
    dead_zone: Annotated[float, Field(ge=0, lt=1)] = 0.1
    curve: Annotated[float, Field(gt=0, le=5)] = 1.5  # output = |x|^curve
    invert: bool = False


class WidgetSpec(Spec):
    """One control or indicator. A two-axis lever makes the signals `name.x` and `name.y`."""

    type: Literal[
        "push_button",
        "toggle",
        "key_switch",
        "lever",
        "slider",
        "knob",
        "rotary_selector",
        "emergency_stop",
        "lamp",
        "annunciator",
        "gauge",
        "bar_gauge",
        "display",
        "text",
    ]
    label: Label | None = None
    group: Annotated[Name, To("groups")] | None = None
    axes: Literal[1, 2] = 1  # lever
    range: tuple[float, float] = (-1.0, 1.0)
    start: float | tuple[float, float] = 0.0
    spring_return: bool = False
    positions: list[Label] = []  # key switch (default OFF, ON), rotary selector; value = index
    guarded: bool = False
    kind: Literal["normal", "advisory", "caution", "warning"] = "normal"  # lamp, annunciator
    blink: bool = False
    colour: Colour | None = None
    unit: Label | None = None
    decimals: Annotated[int, Field(ge=0, le=6)] = 1
    scale: float = 1.0  # shown = scale x signal
    zones: list[ZoneSpec] = []
    keys: list[str] = []  # button/toggle: [KEY]; lever: [minus, plus]; 2 axes: [x-, x+, y-, y+]
    gamepad: list[AxisBinding] = []  # one per axis
    rate: Annotated[float, Field(gt=0)] = 2.0  # full scale per second under a held key
    text: Label | None = None

    @model_validator(mode="after")
    def _give_positions(self) -> "WidgetSpec":
        if self.type == "key_switch" and not self.positions:
            positions = [Text(ru="ОТКЛ", en="OFF"), Text(ru="ВКЛ", en="ON")]
            object.__setattr__(self, "positions", positions)
        return self


class GroupSpec(Spec):
    """A card of the desk, in order from the left."""

    title: Label
    columns: Annotated[int, Field(ge=1, le=6)] = 2


class BlockSpec(Spec):
    """A block of the functional diagram: `type`, `in`, and the parameters of its kind."""

    model_config = ConfigDict(
        extra="allow", frozen=True, allow_inf_nan=False, populate_by_name=True
    )

    type: Name
    inputs: (
        Reference
        | float
        | bool
        | list[Reference | float | bool]
        | dict[Name, Reference | float | bool]
    ) = Field(default=[], alias="in")
    unit: str | None = None


class ConsoleSpec(Spec):
    """A whole console file: what the operator touches and what that does."""

    include: list[FilePath] = []
    title: Label | None = None
    groups: dict[Name, GroupSpec] = {}
    panel: dict[Name, WidgetSpec] = {}
    constants: dict[Name, float] = {}
    diagram: dict[Name, BlockSpec] = {}
    outputs: dict[Reference, Reference | float] = {}  # motor, brake, lamp, gauge, light: signal
