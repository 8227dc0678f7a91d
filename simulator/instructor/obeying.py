"""Orders from the page, checked against the scene and handed to the physics side."""

from collections.abc import Callable
from typing import Any

from pydantic import ValidationError

from simulator.snapshot import Event
from simulator.spec.models.fault import FaultSpec, LinkProfile
from simulator.spec.naming.components import list_components
from simulator.spec.reading.translate import tell
from simulator.spec.rules.fault import check_fault
from simulator.spec.suggest import hint

from . import sheet
from .host import Host
from .messages import (
    Begin,
    Bookmark,
    Clear,
    Inject,
    Link,
    Message,
    Order,
    Pause,
    Refusal,
    Reset,
    Resume,
    Step,
    plain,
)


def obey(order: Order, host: Host) -> None:
    """Do what an instructor asks for; it takes effect between two frames.

    Raises:
        Refusal: The scene cannot do this; nothing has changed.
    """
    if host.realtime.simulation is None:
        raise Refusal("no_scene", "no scene is open yet: wait until it is loaded")
    frame = host.realtime.frames.current
    if frame is not None and frame.at is not None and type(order) not in (Pause, Resume, Begin):
        raise Refusal("playback", "a recording is played: take over from it first")
    is_tried = frame is not None and frame.attempt is not None and not frame.attempt.is_over
    if host.page in ("briefing", "countdown") and type(order) in (Resume, Step):
        raise Refusal("waiting", "nobody drives yet: Start or Retry begins the attempt")
    exercise = host.exercise
    if is_tried and exercise and exercise.exam and type(order) in UNFIT:
        raise Refusal(*UNFIT[type(order)])
    act = ACTS.get(type(order))
    if act is None:
        raise Refusal("malformed", f"{type(order).__name__.lower()} is no order")
    act(order, host)


def _pause(_: Pause, host: Host) -> None:
    host.realtime.send("pause")


def _resume(_: Resume, host: Host) -> None:
    host.realtime.send("resume")


def _step(_: Step, host: Host) -> None:
    host.realtime.send("step")


def _reset(_: Reset, host: Host) -> None:
    host.reset()


def _begin(order: Begin, host: Host) -> None:
    if not order.exercise:
        if host.exercise is None:
            raise Refusal("no_exercise", "no exercise is open: choose one of the list")
        host.begin(None)
        return
    files = sheet.list_exercises(host.path)
    if order.exercise not in files:
        raise Refusal("no_exercise", f"there is no exercise {order.exercise!r}")
    host.begin(files[order.exercise])


def _inject(order: Inject, host: Host) -> None:
    data = plain(order, "name")
    simulation = host.realtime.simulation
    assert simulation is not None
    try:
        check_fault(FaultSpec.model_validate(data), list_components(simulation.scene))
    except ValidationError as error:
        raise Refusal("values", tell(error, FaultSpec)) from error
    except ValueError as error:
        raise Refusal("fault", str(error)) from error
    host.realtime.send("event", Event("fault", order.name, data))


def is_present(name: str, host: Host) -> bool:
    """Return whether there is a fault of this name at the moment; "" stands for all there are."""
    simulation = host.realtime.simulation
    return not name or (simulation is not None and name in simulation.trouble.present)


def _clear(order: Clear, host: Host) -> None:
    if not is_present(order.name, host):
        assert host.realtime.simulation is not None
        present = host.realtime.simulation.trouble.present
        raise Refusal("fault", f"there is no fault {order.name!r}{hint(order.name, present)}")
    host.realtime.send("event", Event("clear", order.name))


def _link(order: Link, host: Host) -> None:
    data = None if order.profile is None else plain(order.profile)
    try:
        LinkProfile.model_validate(data or {})
    except ValidationError as error:
        raise Refusal("values", tell(error, LinkProfile)) from error
    host.realtime.send("event", Event("link", data=data))


def _message(order: Message, host: Host) -> None:
    host.realtime.send("event", Event("message", order.text))
    host.tell(order.text)


def _bookmark(order: Bookmark, host: Host) -> None:
    host.realtime.send("event", Event("bookmark", order.text))


ACTS: dict[type, Callable[[Any, Host], None]] = {
    Pause: _pause,
    Resume: _resume,
    Step: _step,
    Reset: _reset,
    Begin: _begin,
    Inject: _inject,
    Clear: _clear,
    Link: _link,
    Message: _message,
    Bookmark: _bookmark,
}
STILL = "exam", "an exam has no pauses"
OWN = "exam_faults", "an exam has the faults and the link of its own file"
UNFIT = {Pause: STILL, Step: STILL, Inject: OWN, Clear: OWN, Link: OWN}  # for an exam, and why
