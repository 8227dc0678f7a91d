"""How the base of a robot made of an MJCF file stands in its scene: where, and turned how."""

import mujoco
import numpy as np
import pytest

from simulator.spec import load
from simulator.spec.naming import bodies
from tests.interop.mjcfs import drive

LEGGED = """\
<body name="trunk" pos="0 0 0.7"{}><freejoint/><geom type="box" size="0.2 0.1 0.05" mass="5"/>
  <body name="leg" pos="0.1 0 0"><joint name="hip" axis="0 1 0"/>
    <geom type="capsule" fromto="0 0 -0.1 0 0 -0.4" size="0.03" mass="1"/>
  </body>
</body>
"""


def test_a_free_base_starts_where_its_keyframe_has_it(tmp_path):
    key = '<key name="home" qpos="3 2 {} 0.9 0 0.1 0.4 0.5"/>'
    keys = f'<keyframe><key qpos="0 0 9 1 0 0 0 0"/>{key.format(0.8)}</keyframe>'
    last = drive(LEGGED.format(""), tmp_path / "a", keys, 0.2)
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "a" / "some.xml"))
    data = mujoco.MjData(model)
    mujoco.mj_resetDataKeyframe(model, data, 1)
    model.opt.timestep, model.opt.gravity[2] = 1e-3, -9.80665
    mujoco.mj_step(model, data, 200)
    for name in ("trunk", "leg"):
        place, turn = last.pose(f"bot.{name}")
        at = data.body(name).xpos - (3.0, 2.0, 0.0)  # the room is ours
        assert place == pytest.approx(at, abs=2e-3)
        assert abs(turn @ data.body(name).xquat) == pytest.approx(1.0, abs=1e-5)
    keys = f"<keyframe>{key.format(0.05)}</keyframe>"
    sunk = drive(LEGGED.format(""), tmp_path / "b", keys, 0.04)
    scene = load.load_scene(tmp_path / "b" / "scenes" / "bot.yaml")
    assert scene.robots[0].at[2] > 0.3, "not in the floor"
    assert sunk.time > 0.0


@pytest.mark.parametrize("is_free", [True, False])
def test_a_base_is_turned_as_it_is_drawn(tmp_path, is_free):
    body = LEGGED.format(' euler="180 0 30"').replace("<freejoint/>", "<freejoint/>" * is_free)
    assert drive(body, tmp_path, "", 0.04).time > 0.0
    (robot,) = load.load_scene(tmp_path / "scenes" / "bot.yaml").robots
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "some.xml"))
    wanted = np.zeros(9)
    mujoco.mju_quat2Mat(wanted, model.body("trunk").quat)
    assert bodies.rotation_of(robot.rpy).ravel() == pytest.approx(wanted, abs=1e-9)
    # what stands does so where it is drawn, what is free on its trunk, which is undermost
    assert robot.at[2] == (pytest.approx(0.05, abs=2e-3) if is_free else 0.7)
