"""A simulation goes on as another one of an edited scene: what still exists keeps its state.

Things are known by their names. Where a file now says something else about where a robot or a
prop starts, it starts there: that is what the edit was made for.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import changes
from .carrying_bodies import Bodies, starts_alike
from .physics import world as worlds
from .simulation import Simulation
from .snapshot import Event
from .spec.models.scene import SceneSpec
from .spec.naming import bodies
from .spec.naming.bodies import Body

# what a step never changes: equal columns make equal worlds
FIXED = {
    "bodies": ("inv_mass", "inertia", "centre", "robot"),
    "joints": (
        "kind", "parent", "child", "anchor_parent", "anchor_child", "frame_parent", "frame_child",
        "limit", "friction", "damping", "motor", "ratio", "start",
    ),
    "motors": (
        "kind", "stall_torque", "no_load_speed", "inertia", "stall_current", "joint",
        "implicitness", "stiffness", "damping", "limit",
    ),
    "brakes": ("joint", "torque"),
    "suction": ("link", "force"),
    "shapes": (
        "kind", "body", "piece", "position", "rotation", "size", "half", "radius", "friction",
        "restitution", "rolling", "twisting", "stiffness", "damping", "mesh", "belt",
        "belt_radius", "belt_axis", "excluded_start", "excluded",
    ),
}  # fmt: skip


class Carried(NamedTuple):
    """What could not go on: robots and props that start anew, faults that cannot be any more."""

    anew: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()


def carry(old: Simulation, new: Simulation) -> Carried:
    """Give `new`, which stands at its start, the state of `old`.

    Kept are poses, velocities and joint positions of robots and props, motors, brakes, suction, the
    memory of blocks of the same name and kind, signals, press counters, faults, the data link, the
    time. Of a simulation that has diverged nothing is kept.
    """
    if old.snapshot().frozen:
        return Carried(tuple(_list_things(new.scene)))
    starts = [{body.name: body for body in bodies.list_bodies(one.scene)} for one in (old, new)]
    motions = [[bodies.motion_of(place) for place in one.scene.robots] for one in (old, new)]
    if is_same_world(old, new) and _is_same_start(*starts) and motions[0] == motions[1]:
        worlds.restore_state(new.world, worlds.copy_state(old.world))
        anew: list[str] = []
    else:
        anew = Bodies(old, new, *starts).carry()
    _carry_diagram(old, new)
    new.frame_index = round(old.frame_index * old.frame_dt / new.frame_dt)
    faults = _carry_trouble(old, new)
    new.restore(new.save())  # whatever follows from the state is as after a jump
    return Carried(tuple(anew), faults)


def _list_things(scene: SceneSpec) -> list[str]:
    return [*map(bodies.robot_name, scene.robots), *(prop.name for prop in scene.props)]


def is_same_world(old: Simulation, new: Simulation) -> bool:
    """Say whether the same bodies, joints and shapes are in both, by name and measure."""
    physics = [one.scene.physics for one in (old, new)]
    if old.names != new.names or physics[0] != physics[1]:
        return False
    return all(
        np.array_equal(one, other)
        for one, other in zip(*map(_list_fixed, (old.world, new.world)), strict=True)
    )


def _list_fixed(world: worlds.World) -> list[NDArray]:
    columns = [(table, column) for table, names in FIXED.items() for column in names]
    fixed = [getattr(getattr(world, table), column) for table, column in columns]
    return [*fixed, *world.shapes.hulls, *world.shapes.meshes, *world.shapes.seams]


def _is_same_start(old: dict[str, Body], new: dict[str, Body]) -> bool:
    return all(starts_alike(old[name], new[name]) for name in new)


def _carry_diagram(old: Simulation, new: Simulation) -> None:
    """Carry signals, the memory of blocks, what hands have changed, and the presses so far.

    A diagram that was edited in the window stays, unless the files have another one by now.
    """
    if old.diagram != old.base and old.base == new.base:
        new.rewire(old.diagram)
    constants = new.scene.console_spec.constants
    kept = changes.carry_over(old.plan, old.signals, old.memory, new.plan, constants)
    new.signals[:], new.memory[:] = kept
    if new.outside and old.outside:
        new.outside.take(old.outside)
    if len(old.sensors.clock) == len(new.sensors.clock):
        new.sensors.clock[:] = old.sensors.clock
    for name, value in old.forced.items():
        if name in new.plan.slots:
            new.force(name, value)
    rows = {name: row for row, name in enumerate(old.pulses.names)}
    for row, name in enumerate(new.pulses.names):
        if name in rows:
            for column in ("seen", "owed", "shown"):
                getattr(new.pulses, column)[row] = getattr(old.pulses, column)[rows[name]]


def _carry_trouble(old: Simulation, new: Simulation) -> tuple[str, ...]:
    """Let faults and the link's profile go on; return the faults that the new scene cannot have."""
    lost = []
    for name, one in old.trouble.present.items():
        data = one.fault.model_dump(mode="json", exclude_unset=True)
        try:
            new.trouble.inject(name, data, one.begun)
        except ValueError:
            lost.append(name)
    if old.trouble.profile is not None:
        new.apply(Event("link", data=old.trouble.profile.model_dump(mode="json")))
    return tuple(lost)
