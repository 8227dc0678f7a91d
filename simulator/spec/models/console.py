"""consoles/*.yaml: the panel's widgets, their keys and gamepad axes, and the functional diagram."""

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Discriminator, Field, PrivateAttr, Tag, model_validator

from ..fields import (
    BlockPath,
    Colour,
    FilePath,
    Label,
    Name,
    PhotoPath,
    PositiveSecond,
    Reference,
    Scale,
    Spec,
    Text,
    To,
    Unit,
)

OUTSIDE = ("fmu", "python")  # kinds of blocks that run a file, and may have several outputs
LEVERS = ("lever", "slider", "knob")  # controls with a scale and no click
BUTTONS = ("push_button", "toggle", "emergency_stop")  # controls that are on or off
MOMENTARY = ("lever", "push_button")  # controls that an emergency brings to rest
SWITCHES = ("key_switch", "rotary_selector")  # controls with positions
LAMPS = ("lamp", "annunciator")
GAUGES = ("gauge", "bar_gauge", "display")  # show one number
INDICATORS = (
    *LAMPS, *GAUGES, "text",
    "strip_chart", "attitude", "camera", "clock",
)  # fmt: skip


class ZoneSpec(Spec):
    """A coloured stretch of a gauge's scale, or of a display's values."""

    range: tuple[float, float]  # from, to
    level: Literal["normal", "caution", "warning"]  # its colour


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
    ]  # axis or button
    dead_zone: Annotated[float, Unit("1"), Field(ge=0, lt=1)] = 0.1  # share that counts as zero
    curve: Annotated[float, Field(gt=0, le=5)] = 1.5  # output = |x|^curve
    invert: bool = False  # turns the direction round


class TraceSpec(Spec):
    """A line of a strip chart; `outputs: {chart.speed: wheel_speed}` drives the trace `speed`."""

    label: Label | None = None  # in the legend
    unit: Label | None = None  # written behind the value
    decimals: Annotated[int, Field(ge=0, le=6)] = 1  # of the value
    scale: Scale = 1.0  # shown = scale x signal
    colour: Colour | None = None  # else one of its own


class WidgetSpec(Spec):
    """One control or indicator.

    A two-axis lever makes the signals `name.x` and `name.y`, its thumb button `name.button`. A
    strip chart shows `name.trace` for each of its traces; an attitude indicator shows `name.roll`,
    `name.pitch`, `name.heading` and `name.slip`.
    """

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
        "strip_chart",
        "attitude",
        "camera",
        "clock",
    ]  # what it is
    label: Label | None = None  # written beside it
    group: Annotated[Name, To("groups")] | None = None  # card that holds it
    axes: Literal[1, 2] = 1  # lever
    button: bool = False  # lever with two axes: a thumb button on its grip
    detents: list[float] = []  # lever: values that the hand feels
    range: tuple[float, float] = (-1.0, 1.0)  # lowest and highest value
    start: float | tuple[float, float] = 0.0  # value at the start
    spring_return: bool = False  # comes back when let go
    positions: list[Label] = []  # key switch (default OFF, ON), rotary selector; value = index
    guarded: bool = False  # under a cover
    kind: Literal["normal", "advisory", "caution", "warning"] = "normal"  # lamp, annunciator
    blink: bool = False  # when lit
    colour: Colour | None = None  # of a lamp
    unit: Label | None = None  # written behind the value
    decimals: Annotated[int, Field(ge=0, le=6)] = 1  # of a number
    scale: Scale = 1.0  # shown = scale x signal
    zones: list[ZoneSpec] = []  # coloured stretches of a gauge
    texts: list[Label] = []  # display: shown instead of the number; value = index
    traces: Annotated[dict[Name, TraceSpec], Field(max_length=6)] = {}  # strip chart: its lines
    span: Annotated[PositiveSecond, Field(le=120)] = 20.0  # strip chart: from edge to edge
    camera: Reference | None = None  # camera view: a robot's camera, `robot.camera`
    countdown: PositiveSecond | None = None  # clock: runs down from here; else up from zero
    latch: bool = False  # annunciator: lit until the alarm is over and acknowledged
    acknowledges: Literal["all"] | list[Name] = []  # push button: annunciators
    lamp_test: bool = False  # push button: all lamps and annunciators are lit while it is held
    keys: list[str] = []  # button: [KEY]; lever: [minus, plus]; 2 axes: [x-, x+, y-, y+, button]
    gamepad: list[AxisBinding] = []  # one per axis, then the thumb button
    rate: Annotated[float, Field(gt=0)] = 2.0  # full scale per second under a held key
    text: Label | None = None  # of a text plate

    @model_validator(mode="after")
    def _give_positions(self) -> "WidgetSpec":
        if self.type == "key_switch" and not self.positions:
            positions = [Text(ru="ОТКЛ", en="OFF"), Text(ru="ВКЛ", en="ON")]
            object.__setattr__(self, "positions", positions)
        return self


class PageSpec(Spec):
    """A page of the desk: some of its cards, behind a tab or in a window of their own."""

    title: Label  # of the tab or the window
    window: bool = False  # opens in a window of its own, on another monitor, say


Pixels = Annotated[float, Field(gt=0, le=4000)]


class GroupSpec(Spec):
    """A card of the desk, in order from the left."""

    title: Label  # written on the card
    columns: Annotated[int, Field(ge=1, le=6)] = 2  # of widgets
    page: Annotated[Name, To("pages")] | None = None  # that shows it; none: every page does
    size: tuple[Pixels, Pixels] | None = None  # of its content [px], else as its widgets need
    background: PhotoPath | None = None  # picture below the widgets, as of a real desk


class BlockSpec(Spec):
    """A block of the functional diagram (`type`), or a use of a named diagram (`diagram`).

    Beside the keys below it has the parameters of its kind or of its diagram.
    """

    model_config = ConfigDict(
        extra="allow",
        frozen=True,
        allow_inf_nan=False,
        populate_by_name=True,
        json_schema_extra={"anyOf": [{"required": ["type"]}, {"required": ["diagram"]}]},
    )

    type: Name | None = None  # kind of block
    diagram: Annotated[Name, To("diagrams")] | None = None  # of `diagrams`, instead of a type
    inputs: (
        Reference
        | float
        | bool
        | list[Reference | float | bool]
        | dict[Reference, Reference | float | bool]
    ) = Field(default=[], alias="in")  # signals or numbers that it reads
    unit: str | None = None  # of its output, if given
    file: BlockPath | None = None  # numbers: its columns stand for lists; FMU or Python: it runs

    _offered: bool = PrivateAttr(default=False)

    @property
    def offered(self) -> bool:
        """Whether it is an output of a use of a diagram, which nothing has to read."""
        return self._offered


Value = float | bool | str | list[float | str] | None


class NoteSpec(Spec):
    """A remark on the picture of the diagram."""

    text: Label  # as many lines as it needs
    at: tuple[float, float]  # upper left corner [px]


class PictureSpec(Spec):
    """Where the picture of a diagram has what the logic does not ask for [px at 100 %]."""

    signals: dict[Reference, tuple[float, float]] = {}  # makers of signals: blocks, controls ...
    outputs: dict[Reference, tuple[float, float]] = {}  # motors, lamps ...
    notes: dict[Name, NoteSpec] = {}  # remarks


class DiagramSpec(Spec):
    """A diagram with a name: written once, used many times by `diagram: {knee: {diagram: joint}}`.

    Its blocks see its inputs, its parameters, each other and the console's constants.
    """

    inputs: (
        list[Name] | dict[Name, float | None]
    ) = []  # that a use wires; name: value if it may not
    parameters: dict[
        Name, Value
    ] = {}  # name: default, a unit as in `limit_deg: 90`; empty = needed
    blocks: dict[Name, BlockSpec]  # `error` of the use `knee` makes the signal `knee.error`
    output: Name | None = None  # block that is the signal `knee` itself
    outputs: list[Reference] = []  # blocks that others may read as `knee.error`
    layout: PictureSpec = PictureSpec()  # of its own picture, written by the editor


Coordinate = Annotated[float, Field(ge=0, le=4000)]


def _tag_spot(value: Any) -> str | None:
    """Return which form a spot has, by its length; None for a list that has neither."""
    return {2: "at", 4: "box"}.get(len(value)) if isinstance(value, list | tuple) else "at"


Spot = Annotated[  # a corner, or a corner with width and height
    Annotated[tuple[Coordinate, Coordinate], Tag("at")]
    | Annotated[tuple[Coordinate, Coordinate, Pixels, Pixels], Tag("box")],
    Discriminator(
        _tag_spot,
        custom_error_type="forms",
        custom_error_message="expected {forms}",
        custom_error_context={"forms": "[x, y] or [x, y, width, height]"},
    ),
]


class LayoutSpec(PictureSpec):
    """Where things lie on the desk and in the diagram's picture [px at 100 %]."""

    panel: dict[
        Reference, Spot
    ] = {}  # widgets: [x, y] in the card, or [x, y, width, height]; others flow below


class ConsoleSpec(Spec):
    """A whole console file: what the operator touches and what that does."""

    include: list[FilePath] = []  # files merged below this one
    title: Label | None = None  # shown in the window
    pages: dict[Name, PageSpec] = {}  # of the desk; none: it is one
    groups: dict[Name, GroupSpec] = {}  # cards of the desk, from the left
    panel: dict[Name, WidgetSpec] = {}  # widgets
    constants: dict[Name, float] = {}  # signals that never change
    diagrams: dict[Name, DiagramSpec] = {}  # diagrams to be used many times
    diagram: dict[Name, BlockSpec] = {}  # blocks, each makes a signal of its name
    outputs: dict[Reference, Reference | float] = {}  # motor, brake, suction, lamp, light: signal
    layout: LayoutSpec = LayoutSpec()  # written by the editors

    _uses: dict[str, BlockSpec] = PrivateAttr(default_factory=dict)

    @property
    def uses(self) -> dict[str, BlockSpec]:
        """The uses of named diagrams as written; `diagram` has the blocks that they bring."""
        return self._uses

    def group_of(self, name: str) -> str:
        """Return the card of a widget; "" is that of those without a group."""
        group = self.panel[name].group or ""
        return group if group in self.groups else ""

    def members(self, group: str) -> list[str]:
        """Return the widgets of a card."""
        return [name for name in self.panel if self.group_of(name) == group]

    def is_free(self, group: str) -> bool:
        """Return whether widgets of a card stand where the file says."""
        spec = self.groups.get(group)
        has_ground = spec is not None and (spec.size is not None or spec.background is not None)
        return has_ground or any(name in self.layout.panel for name in self.members(group))
