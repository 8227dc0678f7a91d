"""Which component can fail how: the table that the loader asks and `FAULTS.md` is printed from."""

from typing import NamedTuple, get_args

from ..models.fault import FaultKind
from . import components
from .components import FAMILIES

KINDS: tuple[str, ...] = get_args(FaultKind)


class Cell(NamedTuple):
    """What a component does with a fault, or why it cannot have it."""

    legal: bool
    text: str


NO_PART = "It has no moving part that could jam; `stuck` holds it."
NO_DRIVE = "It is not driven by itself; its motor is."
SWITCHED = "It is on or off; `intermittent` makes it flicker."
TWO_PLACES = "It is in one place or the other; `intermittent` makes it unreliable."
CANNOT: dict[str, dict[str, str]] = {
    "brake": {"noise": "It is switched; a little more or less does not matter to it."},
    "suction": {"noise": "It is switched; a little more or less does not matter to it."},
    "sensor": {"jammed": NO_PART},
    "lever": {"jammed": "The hand is stronger; its signal can be `stuck`."},
    "button": {
        "noise": TWO_PLACES,
        "bias": TWO_PLACES,
        "slow": "A switch is in no place between two; `delayed` makes it late.",
        "jammed": "The hand is stronger; its signal can be `stuck`.",
    },
    "lamp": {
        "noise": SWITCHED,
        "bias": SWITCHED,
        "slow": "It lights at once; `delayed` makes it late.",
        "jammed": NO_PART,
    },
    "gauge": {"jammed": "Its needle is moved by a signal; `stuck` holds it."},
    "camera": {
        "bias": "A picture has no zero that could shift.",
        "reversed": "A picture has no sign.",
        "jammed": NO_PART,
    },
    "battery": {
        "stuck": "A voltage that stays is that of a healthy battery.",
        "slow": "Nothing asks it for another voltage; `bias` makes it weak.",
        "delayed": "Nothing asks it for another voltage; `bias` makes it weak.",
        "reversed": "The machine's fuse would blow: that is `off`.",
        "jammed": NO_PART,
    },
    "track": {
        "off": "It stays on its wheels; `jammed` stops it.",
        "stuck": "It has no input that could be held; `jammed` stops it.",
        "noise": "It has no signal; `bias` is drag.",
        "slow": NO_DRIVE,
        "delayed": NO_DRIVE,
        "reversed": NO_DRIVE,
    },
    "gripper": {
        "noise": "Its signals are those of motors and sensors; give the fault to one of them.",
        "bias": "Its signals are those of motors and sensors; give the fault to one of them.",
    },
    "link": {
        "bias": "A packet arrives as it was sent or not at all.",
        "reversed": "A packet arrives as it was sent or not at all.",
        "jammed": "It has no moving part; what a jammer does is `noise` or `off`.",
    },
}
CANNOT["wheel"] = CANNOT["track"] | {"off": "It stays on its axle; `jammed` stops it."}

SIGNAL = {
    "off": "Gives zero.",
    "stuck": "Keeps the value that it had.",
    "noise": "Its value trembles; `amount` is the standard deviation.",
    "bias": "Its value is too large by `amount`.",
    "slow": "Its value lags with `time_constant`.",
    "delayed": "Its value comes late by `delay`.",
    "intermittent": "Gives zero for `share` of each `period`.",
    "reversed": "Its value has the other sign.",
}
DOES: dict[str, dict[str, str]] = {
    "motor": {
        "off": "Gives no torque: its terminals are open.",
        "stuck": "Keeps the input that it had.",
        "noise": "Its input trembles; `amount` is a share of the rated voltage.",
        "bias": "Its input is too large by `amount`, a share of the rated voltage.",
        "slow": "Its input lags with `time_constant`.",
        "delayed": "Its input comes late by `delay`.",
        "intermittent": "Gives no torque for `share` of each `period`.",
        "reversed": "Runs the other way.",
        "jammed": "Its joint is locked.",
    },
    "brake": {
        "off": "Never grips.",
        "stuck": "Keeps the grip that it had.",
        "bias": "Grips more by `amount`, a share of its torque: it drags.",
        "slow": "Its grip lags with `time_constant`.",
        "delayed": "Grips and lets go late by `delay`.",
        "intermittent": "Does not grip for `share` of each `period`.",
        "reversed": "Grips where it should let go, and the other way.",
        "jammed": "Always grips.",
    },
    "suction": {
        "off": "Never holds.",
        "stuck": "Keeps the hold that it had.",
        "bias": "Holds more by `amount`, a share of its force; -0.3 leaks.",
        "slow": "Its hold lags with `time_constant`.",
        "delayed": "Holds and lets go late by `delay`.",
        "intermittent": "Does not hold for `share` of each `period`.",
        "reversed": "Holds where it should let go, and the other way.",
        "jammed": "Always holds.",
    },
    "sensor": SIGNAL,
    "lever": SIGNAL
    | {
        "off": "Is read at rest.",
        "intermittent": "Is read at rest for `share` of each `period`.",
        "reversed": "Is read mirrored in its range.",
    },
    "button": {
        "off": "Is read at rest.",
        "stuck": "Keeps the place that it had: held, or never pressed.",
        "delayed": "Is read late by `delay`.",
        "intermittent": "Is read at rest for `share` of each `period`.",
        "reversed": "Is read in the opposite place.",
    },
    "lamp": {
        "off": "Stays dark.",
        "stuck": "Stays lit or dark as it was.",
        "delayed": "Follows late by `delay`.",
        "intermittent": "Goes dark for `share` of each `period`.",
        "reversed": "Is lit when it should be dark, and the other way.",
    },
    "gauge": SIGNAL | {"off": "Shows zero.", "intermittent": "Shows zero at times."},
    "camera": {
        "off": "Is black and says NO SIGNAL.",
        "stuck": "Keeps its last picture.",
        "noise": "Its picture is noisy; `amount` 1 is nothing else.",
        "slow": "Gives a new picture every `period`.",
        "delayed": "Its picture comes late by `delay`.",
        "intermittent": "Says NO SIGNAL for `share` of each `period`.",
    },
    "battery": {
        "off": "The robot is dead: all that it has; brakes and suction are as without current.",
        "noise": "The voltage of all motors trembles; `amount` is a share of it.",
        "bias": "The voltage of all motors is higher by `amount`, a share of it; -0.3 is weak.",
        "intermittent": "The robot is dead for `share` of each `period`.",
    },
    "track": {
        "bias": "Drags with `amount` [N m] at its sprocket.",
        "intermittent": "Its wheels are locked for `share` of each `period`.",
        "jammed": "Its wheels are locked.",
    },
    "wheel": {
        "bias": "Drags with `amount` [N m].",
        "intermittent": "Is locked for `share` of each `period`.",
        "jammed": "Is locked.",
    },
    "gripper": {
        "off": "Its motors give no torque.",
        "stuck": "Its motors keep the input that they had.",
        "slow": "The input of its motors lags with `time_constant`.",
        "delayed": "The input of its motors comes late by `delay`.",
        "intermittent": "Its motors give no torque for `share` of each `period`.",
        "reversed": "Opens where it should close, and the other way.",
        "jammed": "Its jaws are locked.",
    },
    "link": {
        "off": "No packet arrives: levers go to rest after a while; cameras say NO SIGNAL.",
        "stuck": "The last input and the last pictures stay.",
        "noise": "Loses `amount` of its packets; pictures are noisy.",
        "slow": "One packet and one picture every `period`.",
        "delayed": "Packets and pictures come late by `delay`.",
        "intermittent": "Is `off` for `share` of each `period`.",
    },
}
USES = {
    "noise": {"amount", "seed"},
    "bias": {"amount"},
    "slow": {"time_constant"},
    "delayed": {"delay"},
    "intermittent": {"period", "share", "seed"},
}
NAMES = "by the names that faults use."  # behind it the docstring tells them
SHARED_NOISE = ("camera", "link")  # their noise is a share of the picture, or of the packets


def look_up(family: str, kind: str) -> Cell:
    """Return what the table says of a family of components and a kind of fault."""
    why = CANNOT.get(family, {}).get(kind)
    return Cell(False, why) if why else Cell(True, DOES[family][kind])


def used_by(family: str, kind: str) -> set[str]:
    """Return the keys of a fault that tell how much, how long, how often."""
    if kind == "slow" and family in SHARED_NOISE:
        return {"period"}
    return USES.get(kind, set())


def page() -> str:
    """Return the table as a page."""
    lines = [
        "# What can fail, and how",
        "",
        "Printed from `simulator/spec/naming/fault_matrix.py`; `simulator/spec/models/fault.py`",
        "has the keys of a fault and of a link's profile.",
        "",
        f"{(components.__doc__ or '').partition(NAMES)[2].strip()}",
        "",
        f"| | {' | '.join(KINDS)} |",
        f"|---|{'---|' * len(KINDS)}",
    ]
    for family in FAMILIES:
        marks = ["yes" if look_up(family, kind).legal else "-" for kind in KINDS]
        lines.append(f"| **{family}** | {' | '.join(marks)} |")
    for family in FAMILIES:
        lines += ["", f"## {family}", "", "| fault | |", "|---|---|"]
        for kind in KINDS:
            cell = look_up(family, kind)
            lines.append(f"| {kind} | {cell.text if cell.legal else f'*No:* {cell.text}'} |")
    return "\n".join(lines) + "\n"
