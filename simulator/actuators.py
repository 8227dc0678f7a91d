"""Which signal of the diagram drives each motor, brake and suction cup of the world."""

import numpy as np

from .diagram.plan import Plan
from .frame import Wiring
from .physics import build
from .spec.models.scene import SceneSpec


def wire(scene: SceneSpec, names: build.Names, plan: Plan) -> Wiring:
    """Return which signal drives each of them, in the rows of the world's tables."""
    slots = dict(zip(plan.targets, plan.output_slots, strict=True))
    robots = {build.body_list.robot_name(place): place.spec for place in scene.robots}
    motors = [_spec_of(robots, name, "motors") for name in names.motors]
    brakes = [_spec_of(robots, name, "brakes") for name in names.brakes]
    suction = [_spec_of(robots, name, "suction") for name in names.suction]
    return Wiring(
        motor_slot=np.array([slots[name] for name in names.motors], np.int32),
        motor_gain=np.array([1.0 / motor.voltage for motor in motors], np.float64),
        brake_slot=np.array([slots[name] for name in names.brakes], np.int32),
        brake_rest=np.array([float(brake.applied) for brake in brakes], np.float64),
        suction_slot=np.array([slots[name] for name in names.suction], np.int32),
        suction_rest=np.array([float(one.applied) for one in suction], np.float64),
    )


def _spec_of(robots: dict, name: str, table: str):
    robot, _, part = name.partition(".")
    return getattr(robots[robot], table)[part]
