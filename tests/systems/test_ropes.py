"""A rope of links over a round bar, with a load at each end, lies on it while it runs."""

from itertools import pairwise

import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.physics.build import build_world, find_names
from simulator.spec.load import load_scene

PITCH, THICK, BAR, HANGS = 0.05, 0.01, 0.15, 10  # [m]; links that hang on each side
LINK = "capsule: {{radius: {}, length: {}}}, at: [{}, 0, 0], rpy_deg: [0, 90, 0], mass: 0.02"
LOAD = ", {{box: [0.1, 0.1, 0.1], at: [{}, 0, 0], mass: {}}}"
JOINT = "{{type: revolute, parent: l{}, child: l{}, at: [{}, 0, 0], axis: [0, -1, 0], start: {}}}"


def write_rope(folder, loads: tuple[float, float], dt: float):
    """Write robot and scene; return the scene's path. The rope hangs down on both sides."""
    around = round(np.pi / (2 * np.arcsin(PITCH / 2 / (BAR + THICK))))
    bend = np.pi / around
    way = [np.pi / 2] * HANGS
    way += [np.pi / 2 - (k + 0.5) * bend for k in range(around)] + [-np.pi / 2] * HANGS
    reach = PITCH / 2 / np.sin(bend / 2)  # of the hinges
    link = LINK.format(THICK, 0.6 * PITCH, PITCH / 2)
    ends = {0: LOAD.format(-0.05, loads[0]), len(way) - 1: LOAD.format(PITCH + 0.05, loads[1])}
    text = "links:\n" + "".join(
        f"  l{k}: {{shapes: [{{{link}}}{ends.get(k, '')}]}}\n" for k in range(len(way))
    )
    text += "joints:\n" + "".join(
        f"  j{k}: {JOINT.format(k - 1, k, PITCH, way[k] - way[k - 1])}\n"
        for k in range(1, len(way))
    )
    (folder / "rope.yaml").write_text("materials: {m: {friction: 0}}\n" + text)
    bar = np.sqrt(reach**2 - PITCH**2 / 4) - THICK - 1e-4
    place = f"at: [{-reach}, 0, {-HANGS * PITCH}], rpy_deg: [0, -90, 0]"
    (folder / "scene.yaml").write_text(
        f"robots: [{{file: rope.yaml, name: r, {place}}}]\nmaterials: {{m: {{friction: 0}}}}\n"
        f"terrain: [{{cylinder: {{radius: {bar}, length: 0.3}}, rpy_deg: [90, 0, 0], material: m}}]"
        f"\nphysics: {{step: {dt}, sleep: false}}\n"
    )
    return folder / "scene.yaml"


@pytest.mark.parametrize("dt", [0.002, 0.004, 0.005, 0.01, 0.02])
@pytest.mark.parametrize("loads", [(2.0, 3.0), (0.4, 0.6)])
def test_a_rope_runs_over_a_bar(tmp_path, loads, dt):
    """It cut 13 mm into the bar, with joints 0.5 mm open, and the loads jerked."""
    spec = load_scene(write_rope(tmp_path, loads, dt))
    world, names = build_world(spec), find_names(spec)
    packed, deepest, gap = pack(world), 0.0, 0.0
    for _ in range(round(0.5 / dt)):
        step.advance(1, packed.words)
        used = world.contacts.used[0]
        deepest = max(deepest, -world.contacts.separation[:used].min(initial=0.0))
        gap = max(gap, np.abs(world.joints.error[:, :3]).max())
    assert deepest < 2e-3
    assert gap < 5e-5
    if loads[0] > 1.0:  # what the rope itself weighs is little; it sways from link to link
        fall = (loads[1] - loads[0]) * 9.81 / (sum(loads) + 0.02 * len(names.joints)) * 0.5
        assert world.bodies.velocity[names.bodies["r.l0"], 2] == pytest.approx(fall, rel=0.2)


DRUM = """\
links:
  base: {fixed: true, shape: {box: [0.05, 0.05, 0.05]}, collides: false}
  drum: {shape: {cylinder: {radius: 0.15, length: 0.2}, rpy_deg: [90, 0, 0]}, mass: 20}
"""
TURN = "type: revolute, axis: [0, 1, 0], damping: 0.002"


@pytest.mark.parametrize("dt", [0.005, 0.02])
def test_a_winch_winds_its_rope_up(tmp_path, dt):
    """The drum is a link of the rope's own robot: the rope was through it within a second."""
    count, mass, out = 16, 20.0, 0.15 + THICK
    names = ["drum", *(f"l{k}" for k in range(count)), "load"]
    link = f"{{capsule: {{radius: {THICK}, length: {0.6 * PITCH}}}, at: [0, 0, {-PITCH / 2}]}}"
    text = DRUM + "".join(f"  {name}: {{shape: {link}, mass: 0.02}}\n" for name in names[1:-1])
    text += f"  load: {{shape: {{box: [0.2, 0.2, 0.2], at: [0, 0, -0.1]}}, mass: {mass}}}\n"
    text += "joints:\n  axle: {type: revolute, parent: base, child: drum, axis: [0, 1, 0]}\n"
    for k, (parent, child) in enumerate(pairwise(names)):
        at = f"[{out + 5e-4}, 0, 0]" if k == 0 else f"[0, 0, {-PITCH}]"
        text += f"  j{k}: {{{TURN}, parent: {parent}, child: {child}, at: {at}}}\n"
    text += "motors: {winch: {type: speed, joint: axle, damping: 2000, torque: 500}}\n"
    (tmp_path / "rope.yaml").write_text(text)
    (tmp_path / "scene.yaml").write_text(
        "robots: [{file: rope.yaml, name: r, at: [0, 0, 2]}]\n"
        f"physics: {{step: {dt}, sleep: false}}\n"
    )
    spec = load_scene(tmp_path / "scene.yaml")
    world, found = build_world(spec), find_names(spec)
    packed, load, deepest, heights = pack(world), found.bodies["r.load"], 0.0, []
    for k in range(round(2.0 / dt)):
        world.motors.input[0] = -min(1.0, k * dt / 0.5)
        step.advance(1, packed.words)
        used = world.contacts.used[0]
        deepest = max(deepest, -world.contacts.separation[:used].min(initial=0.0))
        heights.append(world.bodies.position[load, 2])
    assert deepest < 1e-3
    assert np.abs(world.joints.error[:, :3]).max() < 1e-6
    lifted = heights[-1] - heights[round(1.0 / dt) - 1]
    assert lifted == pytest.approx(out, rel=0.02)  # at 1 rad/s, less what the drive gives
    assert -world.motors.torque[0] == pytest.approx(mass * 9.81 * out, rel=0.05)
