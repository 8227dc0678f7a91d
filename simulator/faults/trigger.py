"""Faults at a time, as the command line writes them: `component:kind,key=value@seconds`."""

from typing import get_args

from pydantic import ValidationError

from simulator.snapshot import Event, Planned
from simulator.spec.models.fault import FaultKind, FaultSpec
from simulator.spec.models.scene import SceneSpec
from simulator.spec.naming.components import list_components
from simulator.spec.reading.translate import tell
from simulator.spec.rules.fault import FaultError, check_fault
from simulator.spec.suggest import hint, listed, nearest

KINDS = get_args(FaultKind)


def read(text: str, scene: SceneSpec) -> Planned:
    """Return the fault that a text names; without `@seconds` it is there from the start.

    Raises:
        ValueError: It is no such text, or the scene cannot have this fault.
    """
    what, _, when = text.partition("@")
    component, _, rest = what.partition(":")
    kind, *given = rest.split(",")
    parts = list_components(scene)
    if component not in parts:
        raise ValueError(f"{text}: there is no component {component!r}{hint(component, parts)}")
    if kind not in KINDS:
        what = f"there is no kind {kind!r}" if kind else "name a kind, COMPONENT:KIND@SECONDS"
        near = nearest(kind, KINDS)
        meant = f"; there are: {listed(KINDS)}"
        if near:
            meant = f" - did you mean '{component}:{near}'?"
        raise ValueError(f"{text}: {what}{meant}")
    data: dict[str, str] = {"component": component, "kind": kind}
    data |= {key: value for key, _, value in (each.partition("=") for each in given)}
    try:
        time = float(when or 0.0)
        if not 0.0 <= time < float("inf"):
            raise ValueError(when)
        fault = FaultSpec.model_validate(data)
        check_fault(fault, parts)
    except ValidationError as error:
        raise ValueError(f"{text}: {tell(error, FaultSpec)}") from error
    except FaultError as error:
        meant = f" - did you mean {error.near!r}?" if error.near else ""
        raise ValueError(f"{text}: {error}{meant}") from error
    except ValueError as error:
        raise ValueError(f"{text}: {when!r} is no time in seconds, 0 or more") from error
    numbers = fault.model_dump(mode="json", exclude_unset=True)
    return Planned(time, Event("fault", f"{component} {kind}", numbers))
