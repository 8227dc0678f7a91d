"""A case of the qualification table: a small scene run through the real solver."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.compiled import handle
from simulator.spec.models.robot import JointSpec, LinkSpec, MotorSpec, RepeaterSpec, RobotSpec
from simulator.spec.models.scene import PhysicsSpec, PropSpec, RobotPlacement, SceneSpec
from simulator.spec.models.shape import MaterialSpec, ShapeSpec

from .. import build, present, step
from ..world import World

GRAVITY = 9.81
NO_GRAVITY = (0.0, 0.0, 0.0)
STEP = 0.01


class Case(NamedTuple):
    """One row: what was measured, what theory says, and how far they may differ."""

    case: str
    measured: float
    exact: float
    error: float
    tolerance: float
    ok: bool


def judge(
    name: str, measured: float, exact: float, tolerance: float, error: float | None = None
) -> Case:
    """Return the row of a case; `error` is given where it is the largest over a whole run."""
    error = abs(measured - exact) if error is None else error
    ok = bool(error <= tolerance)
    return Case(name, float(measured), float(exact), float(error), float(tolerance), ok)


def advance(world: World, seconds: float, watch: Callable[[float], None] | None = None) -> None:
    """Run the world; `watch(time)` is called after every step [s]."""
    packed = handle.pack(world)
    for index in range(round(seconds / world.settings.step)):
        step.advance(1, packed.words)
        if watch:
            watch((index + 1) * world.settings.step)


def throw(world: World, body: int, velocity: tuple[float, float, float]) -> None:
    """Give a free body that rests in the row `body` its first velocity [m/s]."""
    world.bodies.velocity[body] = velocity
    present.begin(world.bodies, world.islands.of_body)


def find_positions(world: World) -> NDArray[np.float64]:
    """Return where the bodies' centres of mass are shown (bodies, 3) [m]."""
    position = np.empty_like(world.bodies.position)
    orientation = np.empty_like(world.bodies.orientation)
    present.poses(world.bodies, world.joints, world.islands, position, orientation)
    return position


def build_machine(
    links: Mapping[str, LinkSpec],
    joints: Mapping[str, JointSpec],
    motors: Mapping[str, MotorSpec] | None = None,
    repeaters: Mapping[str, RepeaterSpec] | None = None,
    gravity: tuple[float, float, float] = NO_GRAVITY,
) -> World:
    """Return the world of one robot on the fixed link "base", without ground."""
    base = LinkSpec(fixed=True, shape=ShapeSpec(box=(0.1, 0.1, 0.1)))
    robot = RobotSpec(
        links={"base": base, **links},
        joints=dict(joints),
        motors=dict(motors or {}),
        repeaters=dict(repeaters or {}),
    )
    placement = RobotPlacement(file="machine/robot.yaml", spec=robot)
    scene = SceneSpec(
        robots=[placement], terrain=[], physics=PhysicsSpec(gravity=gravity, step=STEP, sleep=False)
    )
    return build.build_world(scene)


def build_props(
    props: list[PropSpec],
    terrain: list[ShapeSpec],
    material: MaterialSpec | None = None,
    gravity: tuple[float, float, float] = (0.0, 0.0, -GRAVITY),
) -> World:
    """Return the world of some props on some terrain; `material` is the one called "test"."""
    scene = SceneSpec(
        props=props,
        terrain=terrain,
        materials={"test": material} if material else {},
        physics=PhysicsSpec(gravity=gravity, step=STEP, sleep=False),
    )
    return build.build_world(scene)


def wheel(inertia: float) -> LinkSpec:
    """Return a link that weighs 1 kg and has this inertia about every axis [kg m2]."""
    return LinkSpec(mass=1.0, inertia=(inertia, inertia, inertia, 0.0, 0.0, 0.0))
