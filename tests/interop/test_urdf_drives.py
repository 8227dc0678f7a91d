"""Drives of robots made of URDFs: how fast their desks move them, what turns on, who follows."""

import numpy as np
import pytest

from simulator import Panel, Simulation, checking, cli
from simulator.spec import load
from tests.interop.urdfs import join, make, tie

STRETCHED = """\
<robot name="stretched">
  <link name="world"/>
  <joint name="stand" type="fixed"><parent link="world"/><child link="post"/></joint>
  <link name="post"><inertial><mass value="9"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
  {}
</robot>
"""
BONE = """\
<joint name="{name}" type="revolute">
  <origin xyz="0 0 {at}"/><parent link="{parent}"/><child link="{name}_link"/><axis xyz="{axis}"/>
  <limit lower="-{reach}" upper="{reach}" effort="{effort}" velocity="{velocity}"/>
  <dynamics damping="0.5" friction="0.3"/>
</joint>
<link name="{name}_link"><inertial>
  <origin xyz="0 0 0.15"/><mass value="{mass}"/>
  <inertia ixx="0.02" iyy="0.02" izz="0.002"/>
</inertial></link>
"""


def make_stretched(tmp_path, monkeypatch):
    """Return a simulation of an arm that a desk drives, and the panel of that with power on."""
    rows = [  # as light industrial arms have them: the wrist is fast and weighs next to nothing
        ("turn", "post", 0.3, "0 0 1", 2.5, 150, 3, 4),
        ("shoulder", "turn_link", 0.1, "0 1 0", 1.8, 150, 3, 4),
        ("elbow", "shoulder_link", 0.3, "0 1 0", 2.5, 80, 4, 2),
        ("wrist", "elbow_link", 0.3, "1 0 0", 6.0, 30, 6, 0.4),
    ]
    keys = ("name", "parent", "at", "axis", "reach", "effort", "velocity", "mass")
    bones = "".join(BONE.format(**dict(zip(keys, row, strict=True))) for row in rows)
    (tmp_path / "arm.urdf").write_text(STRETCHED.format(bones))
    monkeypatch.chdir(tmp_path)
    assert cli.app(["new", "robot", "bot", "--urdf", "arm.urdf"]) == 0
    simulation = Simulation(checking.load_checked(tmp_path / "scenes" / "bot.yaml"))
    panel = Panel(simulation.scene.console_spec)
    panel.set("bot.power", True)
    return simulation, panel, {row[0]: row[4:7] for row in rows}


def test_an_arm_keeps_its_speeds_and_does_not_overshoot(tmp_path, monkeypatch):
    simulation, panel, joints = make_stretched(tmp_path, monkeypatch)
    last = simulation.frame(panel.input())
    for moved in (["turn"], ["shoulder"], ["elbow"], ["wrist"], list(joints)):
        for share in (0.8, -0.8, 0.0):
            goals = {name: share * joints[name][0] for name in moved}
            begin = {name: last.joint(f"bot.{name}") for name in moved}
            for name, goal in goals.items():
                panel.set(f"bot.{name}_lever", goal)
            furthest, fastest = dict.fromkeys(moved, -9.0), dict.fromkeys(moved, 0.0)
            for _ in range(75):
                before, last = last, simulation.frame(panel.input())
                for name, goal in goals.items():
                    now, side = last.joint(f"bot.{name}"), np.sign(goal - begin[name])
                    furthest[name] = max(furthest[name], side * (now - goal))
                    speed = abs(now - before.joint(f"bot.{name}")) / 0.04
                    fastest[name] = max(fastest[name], speed)
            for name, goal in goals.items():
                rest = abs(last.joint(f"bot.{name}") - goal)  # its servo gives way to its weight
                assert furthest[name] < rest + 0.005, (moved, name, share)
                assert fastest[name] < 1.02 * joints[name][2], (moved, name, share)
                assert rest < 0.02


@pytest.mark.parametrize(("axis", "offset", "is_wheel"), [
    ("0 1 0", 0.0, True), ("0 1 0", 0.3, False), ("0 0 1", 0.3, False),
])  # fmt: skip
def test_what_turns_on_is_a_wheel_only_if_it_is_balanced(
    tmp_path, monkeypatch, axis, offset, is_wheel
):
    wheel = '<link name="base"/><link name="a"><inertial><origin xyz="{} 0 0"/><mass value="2"/>'
    wheel += '<inertia ixx="0.1" iyy="0.1" izz="0.1"/></inertial></link>'
    joint = tie("j", "base", "a", f'<axis xyz="{axis}"/><limit effort="20" velocity="2"/>')
    text = wheel.format(offset) + joint.replace("revolute", "continuous")
    (tmp_path / "one.urdf").write_text(f"<robot>{text}</robot>")
    monkeypatch.chdir(tmp_path)
    assert cli.app(["new", "robot", "bot", "--urdf", "one.urdf", "--fixed"]) == 0
    robot = load.load_robot(tmp_path / "robots" / "bot" / "robot.yaml")
    assert (robot.motors["j"].type == "dc") == is_wheel
    head = (tmp_path / "robots" / "bot" / "robot.yaml").read_text()
    assert ("whose load is not balanced, held where their levers say: j" in head) != is_wheel
    simulation = Simulation(checking.load_checked(tmp_path / "scenes" / "bot.yaml"))
    panel = Panel(simulation.scene.console_spec)
    panel.set("bot.power", True)
    panel.set("bot.j_lever", 1.0)
    for _ in range(50):
        last = simulation.frame(panel.input())
    wanted = 2.0 * (2.0 - 0.02) if is_wheel else 1.0  # the time in which it gets up to its speed
    assert last.joint("bot.j") == pytest.approx(wanted, abs=0.1)


def test_a_drive_without_a_velocity_is_moved_slowly(tmp_path):
    text = join(["a", "b"], tie("j", "a", "b", '<limit lower="-1" upper="1" effort="5"/>'))
    _, made = make(text, tmp_path)
    assert made.rates == {"j": 1.0}
    assert "joints without a `velocity`, moved by the desk: j at 1 rad/s" in made.notes


def test_who_is_followed_is_driven_even_without_an_effort(tmp_path):
    text = join(["a", "b", "c"], tie("j", "a", "b", "<limit/>") + tie("k", "a", "c"))
    text = text.replace("</joint></robot>", '<mimic joint="j"/></joint></robot>')
    robot, made = make(text, tmp_path)
    assert robot.motors["j"].type == "torque"
    assert robot.repeaters["k"].motor == "j"
    assert "joints without an `effort` that others follow, given 1 N m (or N): j" in made.notes


def test_who_follows_is_carried_by_the_drive_that_it_follows(tmp_path):
    text = join(["a", "b", "c"], tie("j", "a", "b") + tie("k", "a", "c", '<mimic joint="j" {}/>'))
    dampings = []
    for ratio in (1, -2):
        folder = tmp_path / f"times {ratio}"
        folder.mkdir()
        robot, _ = make(text.format(f'multiplier="{ratio}"'), folder)
        dampings.append(robot.motors["j"].damping)
    assert dampings == pytest.approx(2.0 * np.sqrt(100.0 * np.array([2.0, 5.0])), rel=0.01)
