"""URDFs of a few lines, and robots made of them."""

from simulator.authoring import starting
from simulator.interop import adopted
from simulator.spec import load

ARM = """\
<?xml version="1.0"?>
<robot name="small arm">
  <material name="light blue"><color rgba="0.2 0.4 1 1"/></material>
  <link name="world"/>
  <joint name="stand" type="fixed"><parent link="world"/><child link="base-plate"/></joint>
  <link name="base-plate">
    <inertial><mass value="4"/><inertia ixx="0.1" iyy="0.1" izz="0.1"/></inertial>
    <collision><geometry><cylinder radius="0.1" length="0.1"/></geometry></collision>
    <visual>
      <geometry><cylinder radius="0.1" length="0.1"/></geometry>
      <material name="light blue"/>
    </visual>
  </link>
  <joint name="shoulder" type="revolute">
    <origin xyz="0 0 0.1" rpy="0 0 0.3"/>
    <parent link="base-plate"/><child link="upper"/>
    <axis xyz="0 1 0"/>
    <limit lower="-1.5" upper="1.5" effort="40" velocity="0.5"/>
    <dynamics damping="0.2" friction="0.1"/>
  </joint>
  <link name="upper">
    <inertial>
      <origin xyz="0 0 0.2" rpy="0.4 0 0"/><mass value="1.5"/>
      <inertia ixx="0.02" iyy="0.021" izz="0.003" ixy="0.001"/>
    </inertial>
    <collision>
      <origin xyz="0 0 0.2"/><geometry><box size="0.05 0.06 0.4"/></geometry>
    </collision>
    <visual>
      <geometry><mesh filename="package://arm/meshes/upper.stl" scale="1 -1 1"/></geometry>
      <material name=""><color rgba="1 0 0 1"/></material>
    </visual>
  </link>
  <joint name="tip" type="fixed">
    <origin xyz="0 0 0.4" rpy="0 0.5 0"/><parent link="upper"/><child link="tool0"/>
  </joint>
  <link name="tool0"/>
  <joint name="left_jaw" type="prismatic">
    <origin xyz="0 0.02 0.05"/><parent link="tool0"/><child link="left"/><axis xyz="0 1 0"/>
    <limit lower="0.01" upper="0.04" effort="20" velocity="0.1"/>
  </joint>
  <link name="left"><inertial><mass value="0.1"/></inertial></link>
  <joint name="right_jaw" type="prismatic">
    <origin xyz="0 -0.02 0.05"/><parent link="tool0"/><child link="right"/>
    <axis xyz="0 -1 0"/><limit lower="0" upper="0.05" effort="20" velocity="0.1"/>
    <mimic joint="left_jaw" multiplier="0.5" offset="0.01"/>
  </joint>
  <link name="right"><inertial><mass value="0.1"/></inertial></link>
  <transmission name="t"/>
</robot>
"""


def adopt(path, folder, fixed=False):
    """Return the spec of the robot that a URDF becomes, and what it is made of."""
    made = adopted.convert(path, fixed)
    starting.adopt("bot", folder, adopted.write(made, "bot"), made.files)
    return load.load_robot(folder / "robots" / "bot" / "robot.yaml"), made


def join(links, joints="", more=""):
    """Return a URDF of links of 1 kg with these names, and of joints; `more` is in each link."""
    weight = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial>'
    parts = "".join(f'<link name="{one}">{weight}{more}</link>' for one in links)
    return f"<robot>{parts}{joints}</robot>"


def tie(name, parent, child, more=""):
    """Return a joint of a URDF between two links."""
    limit = '<limit lower="-1" upper="1" effort="5" velocity="1"/>'
    ends = f'<parent link="{parent}"/><child link="{child}"/><origin xyz="0 0 0.3"/>'
    return f'<joint name="{name}" type="revolute">{ends}{more or limit}</joint>'


def make(text, tmp_path):
    """Return what a URDF's text becomes."""
    (tmp_path / "some.urdf").write_text(text, encoding="utf-8")
    return adopt(tmp_path / "some.urdf", tmp_path)
