"""Fingers and jaws on one motor hold a ball while their hand turns."""

import numpy as np
import pytest

from simulator.compiled import handle
from simulator.physics import step
from simulator.physics.build import build_world, find_names
from simulator.spec import load

from .test_together import Run

PADS = "materials: {m: {friction: 0.8}}\n"
HAND = """\
links:
  base: {fixed: true, shape: {box: [0.2, 0.2, 0.1], at: [0, 0, 0.05]}}
  arm: {mass: 10, collides: false, shape: {box: [0.3, 0.06, 0.06], at: [0.2, 0, 0]}}
  palm: {mass: 2, collides: false, shape: {box: [0.02, 0.1, 0.1]}}
  hand: {mass: 1, collides: false, shape: {box: [0.02, 0.1, 0.1]}}
joints:
  turn: {type: revolute, parent: base, child: arm, at: [0, 0, 2], axis: [0, 0, 1]}
  wrist: {type: revolute, parent: arm, child: palm, at: [0.36, 0, 0], axis: [1, 0, 0]}
  pitch: {type: revolute, parent: palm, child: hand, at: [0.02, 0, 0], axis: [0, 1, 0]}
motors:
  drive: {type: speed, joint: turn, damping: 5000, torque: 5000}
  roll: {type: speed, joint: wrist, damping: 500, torque: 500}
  tilt: {type: speed, joint: pitch, damping: 500, torque: 500}
"""
FINGER = "{{mass: 0.2, shape: {{box: [0.1, 0.02, 0.03], rpy: [{}, 0, 0], material: m}}}}"
SLIDE = (
    "{{type: prismatic, parent: hand, child: f{}, at: [0.08, {}, {}], axis: [0, {}, {}], "
    "limit: [0, 0.045], friction: 1}}"
)
MOTOR = (
    "{{joint: j{}, stall_torque: 0.05, no_load_speed_rpm: 3000, gear_ratio: 1000, "
    "time_constant: 0.02, voltage: 24}}"
)
THINGS = {
    "ball": "rpy: [0, 0, 0], shape: {sphere: 0.03}",
    "rod": "rpy_deg: [0, 90, 0], shape: {cylinder: {radius: 0.03, length: 0.15}}",
}


def write(is_coupled: bool) -> str:
    """Return a robot with three fingers round its hand, on one motor or on one each."""
    turns = 2 * np.pi / 3 * np.arange(3)
    ways = [(np.cos(a), np.sin(a)) for a in turns]
    fingers = [f"  f{k}: {FINGER.format(turns[k])}\n" for k in range(3)]
    slides = [
        f"  j{k}: {SLIDE.format(k, 0.05 * c, 0.05 * s, -c, -s)}\n" for k, (c, s) in enumerate(ways)
    ]
    motors = [f"  m{k}: {MOTOR.format(k)}\n" for k in range(1 if is_coupled else 3)]
    text = HAND.replace("joints:\n", "".join(fingers) + "joints:\n")
    text = text.replace("motors:\n", "".join(slides) + "motors:\n") + "".join(motors)
    coupled = "".join(f"  r{k}: {{joint: j{k}, motor: m0, ratio: 1}}\n" for k in (1, 2))
    return text + (f"repeaters:\n{coupled}" if is_coupled else "")


@pytest.mark.parametrize("h", [0.005, 0.01, 0.02])
@pytest.mark.parametrize("is_coupled", [True, False])
@pytest.mark.parametrize("thing", THINGS)
def test_three_fingers_hold_while_the_hand_turns(tmp_path, thing, is_coupled, h) -> None:
    """One of the coupled ones lost its push to the two others, and the ball was lost."""
    prop = f"  - {{name: b, at: [0.46, 0, 2], mass: 0.5, material: m, {THINGS[thing]}}}\n"
    run = Run(tmp_path, PADS + write(is_coupled), prop + PADS, h)
    motors, rows = run.world.motors.input, run.names.motors
    gravity = run.world.settings.gravity.copy()
    for k in range(3):
        if f"r.m{k}" in rows:
            motors[rows[f"r.m{k}"]] = 1.0
    run.world.settings.gravity[:] = 0.0
    run.go(1.0, 0.0)
    run.world.settings.gravity[:] = gravity
    run.go(0.5, 0.0)
    before, most = run.seen("b", "r.hand"), 0.0
    for time in np.arange(0.0, 6.0, 0.02):
        motors[rows["r.roll"]] = 2.0 * np.sin(2 * np.pi * time / 3.0)
        motors[rows["r.tilt"]] = 1.4 * np.sin(2 * np.pi * time / 2.3)
        run.go(0.02, np.sin(2 * np.pi * time / 4.0))
        most = max(most, np.abs(run.seen("b", "r.hand") - before).max())
    assert most < 2e-4


RAIL = "{type: prismatic, parent: hand, limit: [-0.05, 0.09], friction: %g, child: "
JAWS = """\
links:
  base: {fixed: true, collides: false, shape: {box: [0.05, 0.05, 0.05]}}
  arm: {mass: 5, collides: false, shape: {box: [0.2, 0.06, 0.06], at: [-0.1, 0, 0]}}
  hand: {mass: 2, collides: false, shape: {box: [0.04, 0.2, 0.04], at: [-0.05, 0, 0]}}
  a: {mass: 0.2, shape: {box: [0.06, 0.02, 0.04], material: m}}
  b: {mass: 0.2, shape: {box: [0.06, 0.02, 0.04], material: m}}
joints:
  lift: {type: prismatic, parent: base, child: arm, at: [0, 0, 0.4], axis: [0, 0, 1]}
  roll: {type: revolute, parent: arm, child: hand, axis: [1, 0, 0]}
  ja: RAIL a, at: [0, 0.08, 0], axis: [0, -1, 0]}
  jb: RAIL b, at: [0, -0.08, 0], axis: [0, 1, 0]}
motors:
  turn: {type: servo, joint: lift, stiffness: 50000, damping: 3000, torque: 3000}
  tilt: {type: servo, joint: roll, stiffness: 2000, damping: 50, torque: 200}
  grip:
    {joint: ja, stall_torque: 0.2, no_load_speed_rpm: 3000, gear_ratio: 600, time_constant: 0.02}
repeaters: {both: {joint: jb, motor: grip, ratio: 1}}
"""


@pytest.mark.parametrize("h", [0.005, 0.01, 0.02])
@pytest.mark.parametrize("friction", [0.5, 5.0])
def test_jaws_with_dry_friction_hold_while_they_are_lifted_and_rolled(tmp_path, friction, h):
    """Pressing was taken for a blow and its pushes were found from nothing: the ball was lost."""
    text = PADS + JAWS.replace("RAIL", RAIL % friction)
    ball = "  - {name: ball, at: [0, 0, 0.4], mass: 0.5, material: m, shape: {sphere: 0.03}}\n"
    run = Run(tmp_path, text, ball + PADS, h)
    motors, rows = run.world.motors.input, run.names.motors
    gravity = run.world.settings.gravity.copy()
    motors[rows["r.grip"]] = 1.0
    run.world.settings.gravity[:] = 0.0
    step.advance(round(1.0 / h), run.packed.words)
    run.world.settings.gravity[:] = gravity
    step.advance(round(0.5 / h), run.packed.words)
    before, most = run.seen("ball", "r.hand"), 0.0
    for time in np.arange(0.0, 8.0, h):
        motors[rows["r.turn"]] = 0.1 * np.sin(2 * np.pi * 0.7 * time) * min(time, 1.0)
        motors[rows["r.tilt"]] = np.sin(2 * np.pi * 0.4 * time) * min(time, 1.0)
        step.advance(1, run.packed.words)
        most = max(most, np.abs(run.seen("ball", "r.hand") - before).max())
    assert most < 1e-5


ON_A_ROTOR = """\
materials: {{m: {{friction: 0.8}}}}
links:
  base: {{fixed: true, collides: false, shape: {{box: [0.1, 0.1, 0.1]}}}}
  a: {{mass: {jaw}, material: m, shape: {{box: [0.1, 0.02, 0.1]}}}}
  b: {{mass: {jaw}, material: m, shape: {{box: [0.1, 0.02, 0.1]}}}}
joints:
  ja: {{type: prismatic, parent: base, child: a, at: [0, -0.1, 0.5], axis: [0, 1, 0],
    friction: {friction}}}
  jb: {{type: prismatic, parent: base, child: b, at: [0, 0.1, 0.5], axis: [0, 1, 0],
    friction: {friction}}}
motors:
  m: {{joint: ja, stall_torque: {torque}, no_load_speed: {speed}, gear_ratio: 2000,
    rotor_inertia: {rotor}}}
repeaters: {{r: {{joint: jb, motor: m, ratio: -1}}}}
"""
BETWEEN = """\
materials: {{m: {{friction: 0.8}}}}
robots: [{{file: robot.yaml, name: r}}]
terrain: [{{box: [0.05, 0.05, 0.1], at: [0, 0, 0.4], material: m}}]
props:
  - {{name: o, mass: {thing}, material: m, at: [0, 0, 0.48], shape: {{box: [0.06, 0.06, 0.06]}}}}
physics: {{step: {h}, sleep: false}}
"""


@pytest.mark.parametrize(
    ("h", "jaw", "thing", "whole", "force", "speed", "friction"),
    [
        (0.01, 0.024, 0.044, 62.0, 5.2, 0.1, 0.0),
        (0.01, 0.018, 0.06, 410.0, 10.3, 0.27, 0.0),
        (0.02, 0.22, 0.47, 1700.0, 60.0, 0.09, 0.0),
        (0.02, 0.06, 0.063, 66.0, 6.6, 0.16, 1.0),
        (0.005, 0.14, 0.58, 510.0, 112.0, 0.19, 17.0),
    ],
)
def test_jaws_on_a_heavy_rotor_hold_a_light_thing(
    tmp_path, h, jaw, thing, whole, force, speed, friction
):
    """It stayed up to 2 mm in them and crept out by 0.05 to 0.4 mm/s, as a wedge does.

    `whole` is what the rotor weighs at the jaws [kg].
    """
    (tmp_path / "robot.yaml").write_text(
        ON_A_ROTOR.format(
            jaw=jaw,
            torque=force / 2000,
            speed=2000 * speed,
            rotor=whole / 2000**2,
            friction=friction,
        )
    )
    (tmp_path / "scene.yaml").write_text(BETWEEN.format(h=h, thing=thing))
    scene = load.load_scene(tmp_path / "scene.yaml")
    world, names = build_world(scene), find_names(scene)
    words, row = handle.pack(world).words, names.bodies["o"]
    world.motors.input[0] = 1.0
    step.advance(round((0.1 / speed + 6 * whole * speed / force) / h), words)
    world.settings.gravity[:] = (9.0, 0.0, -2.0)
    step.advance(round(0.5 / h), words)
    before = world.bodies.position[row].copy()
    step.advance(round(3.0 / h), words)
    assert np.abs(world.bodies.position[row] - before).max() < 1e-5
