"""The mechanisms of robots/README.md do what gears, screws, ropes and springs do."""

import re
from pathlib import Path

import numpy as np
import pytest

from simulator.compiled import handle
from simulator.physics import step
from simulator.physics.build import build_world, find_names
from simulator.spec import load

README = Path(__file__).parents[2] / "robots" / "README.md"
GRAVITY = 9.81


@pytest.mark.parametrize("h", [0.005, 0.02])
def test_mechanisms_of_the_readme_follow_their_closed_forms(tmp_path, h: float) -> None:
    section = README.read_text(encoding="utf-8").split("\n## Mechanisms\n")[1]
    found = re.search(r"```yaml\n(.*?)```", section, re.DOTALL)
    assert found
    (tmp_path / "robot.yaml").write_text(found[1])
    (tmp_path / "scene.yaml").write_text(
        f"robots: [{{file: robot.yaml, name: r, at: [0, 0, 9]}}]\nterrain: []\n"
        f"physics: {{step: {h}}}\n"
    )
    spec = load.load_scene(tmp_path / "scene.yaml")
    world, names = build_world(spec), find_names(spec)
    world.motors.input[names.motors["r.engine"]] = 1.0
    step.advance(round(1.0 / h), handle.pack(world).words)

    def speed(joint: str) -> float:
        return float(world.joints.speed[names.joints[f"r.{joint}"]])

    lead, disc, wheel = 0.0008, 0.5 * 0.05**2, 0.5 * 0.2**2
    assert speed("cabin") == pytest.approx(GRAVITY / 5.0, rel=1e-9)
    assert speed("weight") == pytest.approx(-GRAVITY / 5.0, rel=1e-9)
    turning = 1.05 * GRAVITY * lead / (disc + 1.05 * lead**2)
    assert speed("turn") == pytest.approx(turning, rel=1e-9)
    assert speed("lead") == pytest.approx(lead * turning, rel=1e-9)
    # both wheels get the same torque, so the heavy one turns half as fast
    torque = 1.0 / (2.0 + 0.75 * 0.5 * 2.0 * 0.1**2 / wheel)
    assert speed("carrier") + speed("left") == pytest.approx(torque / wheel, rel=1e-9)
    assert speed("carrier") + speed("right") == pytest.approx(0.5 * torque / wheel, rel=1e-9)
    angle = world.joints.position[names.joints["r.flap"]]
    inertia, start = (0.4**2 + 0.4**2) / 12.0 + 0.2**2, np.radians(40.0)
    fade = 3.0 / (2.0 * inertia)
    swing = np.sqrt(fade * fade - 20.0 / inertia + 0j)
    exact = start * np.exp(-fade) * (np.cosh(swing) + fade / swing * np.sinh(swing))
    assert angle == pytest.approx(exact.real, abs=0.01 * start)
