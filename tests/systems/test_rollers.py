"""What lies on rollers that roll with resistance rolls on them as slowly as that asks for."""

import numpy as np
import pytest

from simulator.compiled import handle
from simulator.physics import build, step
from simulator.physics.qualification import case
from simulator.spec import load

RADIUS, LENGTH = 0.05, 1e-3  # of a roller; of its rolling friction [m]
SPEED, SECONDS = 0.3, 0.5
SCENE = """\
materials: {{s: {{friction: 0.5, rolling: {rolling}, twisting: {twisting}}}}}
terrain: [{{plane: true, material: s}}]
props:
  - {{name: plate, mass: {mass}, material: s, at: [0, 0, {top}], shape: {{box: [0.8, 0.5, 0.04]}}}}
{rollers}physics: {{step: {dt}, sleep: false}}
"""
ROLLER = """\
  - {{name: c{k}, mass: 0.1, material: s, at: [{x}, 0, {radius}], rpy_deg: [90, 0, 0],
     shape: {{cylinder: {{radius: {radius}, length: 0.5}}}}}}
"""


@pytest.mark.parametrize("dt", [0.002, 0.005, 0.01, 0.02])
@pytest.mark.parametrize(("mass", "twisting"), [(100.0, 0.0), (1000.0, 0.0), (1000.0, 1e-3)])
def test_a_heavy_plate_rolls_to_rest_on_light_rollers(tmp_path, mass, twisting, dt) -> None:
    """It went through them by up to 10 cm: rows of rolling friction were only swept.

    Two contacts of a roller hold its plate back by the length over the radius of its weight.
    """
    rollers = "".join(ROLLER.format(k=k, x=0.3 * (k - 1), radius=RADIUS) for k in range(3))
    (tmp_path / "scene.yaml").write_text(
        SCENE.format(
            rolling=LENGTH,
            twisting=twisting,
            mass=mass,
            top=2 * RADIUS + 0.02,
            rollers=rollers,
            dt=dt,
        )
    )
    scene = load.load_scene(tmp_path / "scene.yaml")
    world, names = build.build_world(scene), build.find_names(scene)
    packed, bodies = handle.pack(world), world.bodies
    plate, all_rollers = names.bodies["plate"], [names.bodies[f"c{k}"] for k in range(3)]
    step.advance(round(0.2 / dt), packed.words)
    height = bodies.position[plate, 2]
    assert height == pytest.approx(2 * RADIUS + 0.02, abs=2e-5)
    bodies.velocity[plate, 0] = SPEED
    bodies.velocity[all_rollers, 0] = 0.5 * SPEED
    bodies.spin[all_rollers, 1] = 0.5 * SPEED / RADIUS
    lowest = np.inf
    for _ in range(round(SECONDS / dt)):
        step.advance(1, packed.words)
        lowest = min(lowest, bodies.position[plate, 2])
    assert height - lowest < 1e-3
    left = SPEED - LENGTH / RADIUS * case.GRAVITY * SECONDS
    assert bodies.velocity[plate, 0] == pytest.approx(left, abs=0.003)
    assert np.abs(bodies.velocity[all_rollers, 0] - 0.5 * left).max() < 0.003
