"""Drives on an arm under gravity, against MuJoCo's `dcmotor` at a hundredth of our step."""

import mujoco
import numpy as np
import pytest

from simulator.physics.qualification import case
from simulator.spec.models.robot import JointSpec, LinkSpec, MotorSpec
from simulator.spec.models.shape import ShapeSpec

STALL, NO_LOAD, ROTOR = 0.4, 300.0, 1e-4
MODEL = """
<mujoco>
  <option timestep="1e-4" integrator="implicitfast" gravity="0 0 -9.81"/>
  <worldbody>
    <body>
      <joint name="one" axis="0 1 0" armature="{armature}"/>
      <geom type="box" size="0.04 0.04 0.2" pos="0 0 -0.2" mass="2" contype="0" conaffinity="0"/>
      <body pos="0 0 -0.4">
        <joint name="two" axis="0 1 0" armature="{armature}"/>
        <geom type="box" size="0.03 0.03 0.15" pos="0 0 -0.15" mass="1" contype="0"
              conaffinity="0"/>
      </body>
    </body>
  </worldbody>
  <actuator>
    <dcmotor joint="one" nominal="1 {stall} {speed}" gear="{gear}"/>
    <dcmotor joint="two" nominal="1 {stall} {speed}" gear="{gear}"/>
  </actuator>
</mujoco>
"""


def build_arm(gear):
    def link(x, z):
        return ShapeSpec(box=(x, x, z), at=(0, 0, -z / 2))

    def motor(joint):
        return MotorSpec(joint=joint, stall_torque=STALL, no_load_speed=NO_LOAD, gear_ratio=gear,
                         rotor_inertia=ROTOR)  # fmt: skip

    return case.build_machine(
        {"upper": LinkSpec(shape=link(0.08, 0.4), mass=2.0),
         "lower": LinkSpec(shape=link(0.06, 0.3), mass=1.0)},
        {"one": JointSpec(type="revolute", parent="base", child="upper", axis=(0, 1, 0)),
         "two": JointSpec(type="revolute", parent="upper", child="lower", axis=(0, 1, 0),
                          at=(0, 0, -0.4))},
        {"one": motor("one"), "two": motor("two")},
        gravity=(0, 0, -9.81),
    )  # fmt: skip


@pytest.mark.parametrize("gear", [20.0, 100.0])
@pytest.mark.parametrize("voltage", [(1.0, -0.5), (0.0, 0.3), (-1.0, -1.0)])
def test_arm_follows_the_oracle(gear, voltage):
    model = mujoco.MjModel.from_xml_string(
        MODEL.format(armature=gear**2 * ROTOR, stall=STALL, speed=NO_LOAD, gear=gear)
    )
    oracle = mujoco.MjData(model)
    oracle.ctrl[:] = voltage
    world = build_arm(gear)
    world.motors.input[:] = voltage
    off = []

    def compare(time):
        mujoco.mj_step(model, oracle, 100)
        off.append(world.joints.position - oracle.qpos)

    case.advance(world, 1.0, compare)
    # positions follow the new velocities: ahead by up to half a step of the fastest joint
    tolerance = case.STEP * NO_LOAD / gear
    assert np.abs(off).max() < tolerance
    assert np.abs(oracle.qpos).max() > 3 * tolerance
