# ruff: noqa: E501
"""A robot, console and scene as the documentation writes them load as they are."""

import math

import pytest

from simulator.spec import load
from simulator.spec.check import check
from simulator.spec.naming import bodies, materials

ROBOT = """\
links:
  base:      {fixed: true, mesh: base.stl}
  upper_arm: {shape: {box: [0.08, 0.08, 0.40]}, density: 2700}
joints:
  shoulder:  {type: revolute, parent: base, child: upper_arm, at: [0, 0, 0.3], axis: [0, 1, 0], limit_deg: [-90, 90]}
motors:
  shoulder_motor: {joint: shoulder, stall_torque: 0.8, no_load_speed_rpm: 300, gear_ratio: 120, time_constant_ms: 20}
"""
CONSOLE = """\
panel:
  main_power:     {type: key_switch}
  shoulder_lever: {type: lever, range: [-1, 1], spring_return: true, keys: [Q, A]}
  power_lamp:     {type: lamp, colour: green}
diagram:
  smooth:  {type: rate_limit, rate: 0.8, in: shoulder_lever}
  volts:   {type: gain, value: 24, in: smooth}
  gated:   {type: select, in: [main_power, volts, 0]}
outputs:   {shoulder_motor: gated, power_lamp: main_power}
"""
SCENE = """\
robots:  [{file: ../robots/arm/robot.yaml, at: [0, 0, 0]}]
console: ../consoles/arm.yaml
props:   [{name: crate, shape: {box: [0.2, 0.2, 0.2]}, density: 300, at: [0.6, 0, 0.1]}]
physics: {gravity: [0, 0, -9.81], steps_per_frame: 4, substeps: 4}
camera:  {eye: [2, -2, 1.5], target: [0, 0, 0.4]}
"""


@pytest.fixture
def scene(folder):
    corners = "".join(f"vertex {corner}\n" for corner in ("0 0 0", "1 0 0", "0 1 0"))
    facet = f"facet normal 0 0 1\nouter loop\n{corners}endloop\nendfacet\n"
    folder.write("robots/arm/base.stl", f"solid a\n{facet}endsolid\n")
    folder.write("robots/arm/robot.yaml", ROBOT)
    folder.write("consoles/arm.yaml", CONSOLE)
    return load.load_scene(folder.write("scenes/lesson.yaml", SCENE))


def test_the_example_loads(scene, folder):
    robot = scene.robots[0].spec
    assert robot.joints["shoulder"].limit == pytest.approx((-math.pi / 2, math.pi / 2))
    motor = robot.motors["shoulder_motor"]
    assert motor.no_load_speed == pytest.approx(10 * math.pi)
    assert (motor.time_constant, motor.gear_ratio) == (0.02, 120)
    assert scene.console_spec.panel["power_lamp"].colour == "#4CC38A"
    assert [text.en for text in scene.console_spec.panel["main_power"].positions] == ["OFF", "ON"]
    assert scene.console_spec.diagram["gated"].inputs == ["main_power", "volts", 0]
    assert (scene.physics.substeps, scene.camera.eye) == (4, (2, -2, 1.5))
    assert scene.source == str(folder.root / "scenes/lesson.yaml")
    assert check(folder.root) == []


def test_bodies_are_listed_in_order(scene):
    names = [body.name for body in bodies.list_bodies(scene)]
    assert names == ["ground", "arm.base", "arm.upper_arm", "crate"]


def test_places_are_kept_for_those_who_check_later(scene):
    place = scene.origin.locate("console", ("diagram", "gated", "in", 1))
    assert place == ("consoles/arm.yaml", 8, 44)
    assert scene.origin.locate("robots.0", ("links", "base"))[:2] == ("robots/arm/robot.yaml", 2)
    assert scene.origin.locate("console", ("diagram", "none")).line == 6
    problem = scene.origin.problem("console", ("diagram", "volts", "value"), "loop", "a ring")
    assert str(problem) == "consoles/arm.yaml:7:32: diagram.volts.value: a ring [loop]"


def test_materials_are_found_by_name():
    own = {"steel": materials.PLAIN}
    assert materials.lookup("steel").density == 7850
    assert materials.lookup("steel", own) is materials.PLAIN
    assert materials.lookup(None) is materials.PLAIN
    assert materials.join(own)["steel"] is materials.PLAIN
    assert materials.join(own)["rubber"] == materials.BUILT_IN["rubber"]
    with pytest.raises(KeyError):
        materials.lookup("unobtainium")
