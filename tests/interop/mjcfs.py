"""MJCF files of a few lines, in the style of MuJoCo Menagerie, and robots made of them."""

import trimesh

from simulator import Panel, Simulation, checking, cli
from simulator.authoring import starting
from simulator.interop import adopted
from simulator.spec import load

BALL = '<geom size="0.1"/>'
ARM = """\
<mujoco model="small arm">
  <compiler angle="degree" meshdir="assets" autolimits="true"/>
  <default>
    <default class="arm">
      <joint axis="0 1 0" damping="0.5" armature="0.02"/>
      <position kp="200" kv="20" forcerange="-40 40"/>
      <default class="visual">
        <geom type="mesh" contype="0" conaffinity="0" group="2" material="light blue"/>
      </default>
      <default class="collision"><geom type="capsule" group="3"/></default>
    </default>
  </default>
  <asset>
    <material name="light blue" rgba="0.2 0.4 1 1"/>
    <mesh name="upper" file="upper.stl" scale="1 -1 1"/>
    <mesh name="plate" file="plate.obj"/>
  </asset>
  <worldbody>
    <light pos="0 0 3"/>
    <geom name="floor" type="plane" size="0 0 0.1"/>
    <body name="base-plate" childclass="arm">
      <inertial pos="0 0 0.02" mass="4" diaginertia="0.1 0.1 0.1"/>
      <geom class="visual" mesh="plate"/>
      <geom type="box" size="0.1 0.1 0.05" pos="0 0 0.05" group="3"/>
      <body name="upper" pos="0 0 0.1" euler="0 0 30">
        <inertial pos="0 0.01 0.2" mass="1.5" fullinertia="0.02 0.021 0.003 0.001 0 0"/>
        <joint name="shoulder" range="-80 80" frictionloss="0.1"/>
        <geom class="visual" mesh="upper"/>
        <geom class="collision" fromto="0 0 0.05 0 0 0.35" size="0.03"/>
        <body name="wrist" pos="0 0 0.4" quat="0.9 0 0.1 0.2">
          <inertial pos="0 0 0.03" mass="0.4" diaginertia="0.001 0.001 0.0008"/>
          <joint name="wrist_pitch" pos="0 0 -0.02" axis="0 1 0" range="-90 90" ref="10"/>
          <joint name="wrist_roll" pos="0 0.01 0" axis="0 0 1"/>
          <geom type="ellipsoid" size="0.03 0.04 0.05" contype="1" conaffinity="0" rgba="1 0 0 1"/>
          <body name="left" pos="0 0.02 0.05">
            <joint name="left_jaw" type="slide" range="0 0.04" armature="0"/>
            <geom type="box" size="0.01 0.005 0.02" mass="0.1"/>
          </body>
          <body name="right" pos="0 -0.02 0.05">
            <joint name="right_jaw" type="slide" axis="0 -1 0" range="0 0.04" armature="0"/>
            <geom type="box" size="0.01 0.005 0.02" mass="0.1"/>
          </body>
          <site name="tool" pos="0 0 0.1"/>
        </body>
      </body>
    </body>
  </worldbody>
  <contact><exclude body1="base-plate" body2="wrist"/></contact>
  <tendon>
    <fixed name="split">
      <joint joint="left_jaw" coef="0.5"/><joint joint="right_jaw" coef="0.5"/>
    </fixed>
  </tendon>
  <equality><joint joint1="right_jaw" joint2="left_jaw"/></equality>
  <actuator>
    <position class="arm" name="a1" joint="shoulder"/>
    <position class="arm" name="a2" joint="wrist_pitch" forcerange="-10 10"/>
    <motor name="a3" joint="wrist_roll" gear="2" ctrlrange="-3 3"/>
    <general name="a4" tendon="split" biastype="affine" gainprm="2 0 0" biasprm="0 -100 -10"
             forcerange="-20 20" ctrlrange="0 255"/>
  </actuator>
  <keyframe>
    <key name="zero" qpos="0 0 0 0 0"/>
    <key name="home" qpos="0.5 -0.4 0 0.01 0.01"/>
  </keyframe>
</mujoco>
"""


def write_arm(folder, text=ARM):
    """Write the arm's file with its meshes; return its path."""
    (folder / "assets").mkdir(parents=True, exist_ok=True)
    box = trimesh.creation.box((0.05, 0.06, 0.4))
    box.apply_translation((0.0, 0.01, 0.2))
    box.export(folder / "assets" / "upper.stl")
    trimesh.creation.cylinder(0.12, 0.1).export(folder / "assets" / "plate.obj")
    path = folder / "arm.xml"
    path.write_text(text, encoding="utf-8")
    return path


def adopt(path, folder, fixed=False):
    """Return the spec of the robot that an MJCF file becomes, and what it is made of."""
    made = adopted.convert(path, fixed, "MJCF")
    starting.adopt("bot", folder, adopted.write(made, "bot"), made.files)
    return load.load_robot(folder / "robots" / "bot" / "robot.yaml"), made


def make(body, folder, more="", fixed=False):
    """Return what an MJCF file with these elements in its world becomes."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "some.xml"
    path.write_text(f"<mujoco><worldbody>{body}</worldbody>{more}</mujoco>", encoding="utf-8")
    return adopt(path, folder, fixed)


def drive(body, folder, more="", seconds=1.0, **levers):
    """Return the last snapshot of a robot of an MJCF file whose desk holds these levers."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "some.xml"
    path.write_text(f"<mujoco><worldbody>{body}</worldbody>{more}</mujoco>", encoding="utf-8")
    assert cli.app(["new", "robot", "bot", "--mjcf", str(path), "--folder", str(folder)]) == 0
    assert not [one for one in checking.check(folder) if one.code.startswith("E")]
    simulation = Simulation(checking.load_checked(folder / "scenes" / "bot.yaml"))
    panel = Panel(simulation.scene.console_spec)
    panel.set("bot.power", True)
    for name, value in levers.items():
        panel.set(f"bot.{name}_lever", value)
    for _ in range(round(seconds / 0.04)):
        last = simulation.frame(panel.input())
    return last
