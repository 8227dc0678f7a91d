"""What a fault must be for the scene that it happens in."""

from collections.abc import Mapping

from ..models.fault import FaultSpec
from ..models.scene import SceneSpec
from ..naming.components import Component, Components, list_components
from ..naming.fault_matrix import SHARED_NOISE, look_up, used_by
from ..reading.report import Report
from ..suggest import nearest

ALWAYS = {"component", "kind", "at", "when", "lasts", "until"}


class FaultError(ValueError):
    """A fault that a scene cannot have; `code` and `key` as in a file."""

    def __init__(self, key: str, code: str, message: str, near: str | None = None) -> None:
        super().__init__(message)
        self.key, self.code, self.near = key, code, near


def find_component(fault: FaultSpec, known: Components) -> Component:
    """Return what a fault happens to: of equal names, the first that can have it.

    Raises:
        FaultError: There is no such component, or none that can fail so.
    """
    named = known.get(fault.component)
    if not named:
        near = nearest(fault.component, known)
        raise FaultError("component", "E401", f"there is no component {fault.component!r}", near)
    able = [one for one in named if look_up(one.family, fault.kind).legal]
    if not able:
        family = named[0].family
        message = f"a {family} cannot be {fault.kind!r}: {look_up(family, fault.kind).text}"
        raise FaultError("kind", "E951", message)
    return able[0]


def check_fault(fault: FaultSpec, known: Components) -> Component:
    """Return what a fault happens to, and make sure that its numbers fit.

    Raises:
        FaultError: The scene cannot have this fault.
    """
    component = find_component(fault, known)
    family, used = component.family, used_by(component.family, fault.kind)
    for key in sorted(fault.model_fields_set - ALWAYS - used):
        message = f"a {family} that is {fault.kind!r} does not use `{key}`"
        raise FaultError(key, "E952", message)
    if "amount" in used and family in SHARED_NOISE and not 0.0 <= fault.amount <= 1.0:
        raise FaultError("amount", "E953", f"the amount {fault.amount:g} is not a share, 0 to 1")
    return component


def check_faults(report: Report, faults: Mapping[str, FaultSpec], scene: SceneSpec) -> None:
    """Check the `faults` of a file by their names, for a loaded scene."""
    known = list_components(scene)
    for name, fault in faults.items():
        if not report.is_sound(("faults", name)):
            continue
        try:
            check_fault(fault, known)
        except FaultError as error:
            is_key = error.code == "E952"
            report.add(("faults", name, error.key), error.code, str(error), error.near, key=is_key)
