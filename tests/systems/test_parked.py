"""Braked tracked robots stand still and fall asleep, however loaded, on the level and on slopes."""

import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.physics.build import build_world, find_names
from simulator.spec import load

from .test_track_sizes import write_robot

LOADED = (
    ("at: [0, 0, 0.05]}, mass: 34.0}", "at: [0, 0, 0.05]}, mass: 34.0}\n"
     "  load: {shape: {box: [0.3, 0.3, 0.1]}, mass: MASS}"),
    ("joints:\n", "joints:\n"
     "  fasten: {type: fixed, parent: hull, child: load, at: [0, 0, 0.16]}\n"),
    ("tyre: 100000.0", "tyre: TYRE"),
)  # fmt: skip


def park(folder, dt: float, load_mass: float, slope: float):
    """Return how far a braked robot of 50 kg gets after 10 s on a slope [m], and who sleeps."""
    text = write_robot(50.0)
    for old, new in LOADED if load_mass else ():
        assert old in text
        text = text.replace(old, new)
    text = text.replace("MASS", f"{load_mass}").replace("TYRE", f"{1e5 * (1 + load_mass / 50)}")
    (folder / "cat.yaml").write_text(text)
    up = np.array([0.0, -np.sin(slope), np.cos(slope)])
    lie = f"at: {(0.13 * up).tolist()}, rpy: [{slope}, 0, 0]"
    (folder / "scene.yaml").write_text(
        f"robots: [{{file: cat.yaml, name: cat, {lie}}}]\n"
        f"terrain: [{{plane: true, rpy: [{slope}, 0, 0], material: concrete}}]\n"
        f"physics: {{step: {dt}}}\n"
    )
    spec = load.load_scene(folder / "scene.yaml")
    world, names = build_world(spec), find_names(spec)
    packed, hull = pack(world), names.bodies["cat.hull"]
    world.brakes.input[:] = 1.0
    step.advance(round(10.0 / dt), packed.words)
    start = world.bodies.position[hull].copy()
    step.advance(round(10.0 / dt), packed.words)
    return np.linalg.norm(world.bodies.position[hull] - start), world.sleepers.asleep[hull]


@pytest.mark.parametrize(
    ("dt", "load_mass", "slope"),
    [
        (0.005, 50.0, 0.0),
        (0.01, 50.0, 0.0),
        (0.02, 50.0, 0.0),
        (0.005, 150.0, 0.0),
        (0.005, 0.0, 20.0),
        (0.01, 0.0, 20.0),
    ],
)
def test_a_braked_robot_stands_still_and_falls_asleep(tmp_path, dt, load_mass, slope):
    """A loaded one shook by 20 to 27 mm/s for ever, one on a slope crept by 0.2 to 0.8 mm.

    At 20 ms one in five loads still shakes its tracks on, by less than a millimetre.
    """
    way, is_asleep = park(tmp_path, dt, load_mass, np.radians(slope))
    assert way < (1e-6 if dt < 0.02 else 5e-4)
    assert is_asleep or dt == 0.02
