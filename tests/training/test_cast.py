"""Who is who in shipped scenes."""

from pathlib import Path

import numpy as np
import pytest
import trimesh

from simulator.exact.elementary import turn
from simulator.simulation import Simulation
from simulator.snapshot import PanelInput
from simulator.spec.load import load_scene
from simulator.spec.models.exercise import AreaSpec, ExerciseSpec
from simulator.training.cast import Cast, _make_zone
from simulator.training.moment import Moment

SCENES = Path(__file__).parents[2] / "scenes"


def test_a_drum_shaped_zone_holds_what_lies_in_it_up_to_its_rim():
    zone = _make_zone(AreaSpec(radius=2, height=3, at=(10, 20, 1)))
    inside = np.array([[10, 20, 1], [11.4, 18.6, 4], [8, 20, 2], [10, 22, 2]], float)
    assert zone.holds(inside) and all(zone.holds(point[None]) for point in inside)
    outside = [[11.5, 21.5, 2], [8.5, 18.5, 2], [12.1, 20, 2], [10, 17.9, 2], [10, 20, 0.9],
               [10, 20, 4.1], [0.5, 0.5, 1]]  # fmt: skip
    for point in np.array(outside):
        assert not zone.holds(point[None]) and not zone.holds(np.array([inside[0], point]))


def test_a_box_shaped_zone_is_turned_about_its_middle():
    zone = _make_zone(AreaSpec(box=(4, 2, 6), at=(10, 20, 1), rpy=(0, 0, np.pi / 2)))
    assert zone.holds(np.array([[10.9, 18.1, -1.9], [9.1, 21.9, 3.9]]))
    for point in ([11.1, 20, 1], [10, 22.1, 1], [10, 20, 4.1], [8.9, 20, 1]):
        assert not zone.holds(np.array([point]))


@pytest.mark.parametrize(
    ("name", "carrier", "links"), [("hall", True, 0), ("container", False, 88)]
)
def test_a_robot_stands_on_its_tracks_however_they_are_built(name, carrier, links):
    simulation = Simulation(load_scene(SCENES / f"{name}.yaml"))
    exercise = ExerciseSpec.model_construct(handles=[], zones={}, robot=None)
    feet = np.array(simulation.layout.bodies)[Cast(exercise, simulation).feet]
    assert ("mf4.chassis" in feet) == carrier  # belts are shapes of the hull
    assert sum("_link_" in name for name in feet) == links


@pytest.fixture
def make_cart(tmp_path):
    """Return who is who, and the simulation, of a cart on four wheels of these `shapes`.

    A `drum` is placed on it by its joint's keys; it stands at a `tilt` [deg].
    """

    def make(shapes, drum="", tilt=0):
        joints = [(x, y) for x in (-0.3, 0.3) for y in (-0.2, 0.2)]
        (tmp_path / "pyproject.toml").touch()
        (tmp_path / "cart.yaml").write_text(
            "links:\n  hull: {mass: 9, shape: {box: [0.8, 0.3, 0.1]}}\n"
            + (
                "  drum: {mass: 1, shape: {cylinder: {radius: 0.05, length: 0.1}}}\n"
                if drum
                else ""
            )
            + "".join(f"  w{n}: {{mass: 1, shapes: {shapes}}}\n" for n in range(4))
            + "joints:\n"
            + (f"  drum: {{type: revolute, parent: hull, child: drum, {drum}}}\n" if drum else "")
            + "".join(
                f"  w{n}: {{type: revolute, parent: hull, child: w{n}, at: [{x}, {y}, 0], "
                f"rpy_deg: [90, 0, 0]}}\n"
                for n, (x, y) in enumerate(joints)
            )
        )
        (tmp_path / "scene.yaml").write_text(
            f"robots: [{{file: cart.yaml, at: [0, 0, 0.1], rpy_deg: [0, {tilt}, 0]}}]\n"
        )
        simulation = Simulation(load_scene(tmp_path / "scene.yaml"))
        exercise = ExerciseSpec.model_construct(handles=[], zones={}, robot=None)
        return Cast(exercise, simulation), simulation

    return make


LUGS = "".join(
    f", {{box: [0.02, 0.01, 0.06], at: [{0.09 * x}, {0.09 * y}, 0], rpy_deg: [0, 0, {20 * k}]}}"
    for k in range(18)
    for x, y in [turn(np.radians(20.0 * k))]
)


@pytest.mark.parametrize(
    "shapes",
    [
        "[{cylinder: {radius: 0.1, length: 0.06}}]",
        "[{cylinder: {radius: 0.03, length: 0.1}}, {cylinder: {radius: 0.1, length: 0.06}}]",
        f"[{{cylinder: {{radius: 0.09, length: 0.06}}}}{LUGS}]",
        "[{sphere: 0.1}]",
        "[{mesh: disc_mm.stl, scale: 0.001}]",
        "[{mesh: gear.stl, convex: hull}]",
    ],
    ids=["drum", "drum on a hub", "drum with lugs", "ball", "mesh", "mesh with lugs"],
)
def test_wheels_are_what_is_round_about_its_hinge_however_it_is_modelled(
    make_cart, tmp_path, shapes
):
    disc = trimesh.creation.cylinder(radius=100, height=60, sections=32)
    disc.export(tmp_path / "disc_mm.stl")
    gear = trimesh.creation.cylinder(radius=0.1, height=0.06, sections=40)
    angle = np.arctan2(gear.vertices[:, 1], gear.vertices[:, 0])
    gear.vertices[:, :2] *= np.where(np.round(angle / np.radians(9)) % 4 < 2, 1, 0.9)[:, None]
    gear.export(tmp_path / "gear.stl")
    cast, simulation = make_cart(shapes)
    assert [runner.radius for runner in cast.runners] == pytest.approx([0.1] * 4, rel=0.03)
    panel = PanelInput(np.zeros(0), np.zeros(0, np.int64))
    moment = Moment(cast, panel, np.zeros(0, bool), simulation.frame(panel), 0.04, "")
    assert moment.pairs and not moment.collisions


@pytest.mark.parametrize(
    "shapes",
    ["[{box: [0.15, 0.15, 0.06]}]", "[{cylinder: {radius: 0.1, length: 0.06}, at: [0.05, 0, 0]}]"],
)
def test_what_turns_without_end_and_is_not_round_is_no_wheel(make_cart, shapes):
    cast, _ = make_cart(shapes)
    assert cast.runners == [] and not cast.feet.any()


@pytest.mark.parametrize("tilt", [0, 25])
@pytest.mark.parametrize(
    "drum",
    [
        "at: [0, 0, 0.2]",
        "at: [0, 0, 0.2], rpy_deg: [90, 0, 0]",
        "at: [0, 0, 0], rpy_deg: [90, 0, 0]",
    ],
    ids=["lidar", "sheave on top", "sheave inside"],
)
def test_what_is_round_and_cannot_reach_the_ground_is_no_wheel(make_cart, drum, tilt):
    cast, simulation = make_cart("[{cylinder: {radius: 0.1, length: 0.06}}]", drum, tilt)
    joints = [simulation.layout.joints[runner.joint] for runner in cast.runners]
    assert [name.rpartition(".")[2] for name in joints] == ["w0", "w1", "w2", "w3"]
    assert not cast.feet[cast.bodies[f"{cast.robot}.drum"]]
