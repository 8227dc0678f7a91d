"""What moves in an edited scene goes on as it moved: links, tracks, rotors, props."""

import numpy as np
import pytest

from simulator import Panel, Simulation
from simulator.carrying import carry
from simulator.checking import load_checked
from simulator.compiled import handle
from simulator.exact import products
from simulator.physics import step
from tests.spine.edited import drive, edit, load
from tests.tracked import ROBOT


def test_a_prop_that_was_moved_in_the_file_is_where_the_file_says(folder, running):
    old, panel = running
    arm = old.snapshot().joint("arm.shoulder")
    edit(folder, "arm.yaml", "at: [1, 0, 0.3]", "at: [2, 0, 0.5]")
    new = load(folder)
    assert carry(old, new).anew == ("crate",)
    assert new.snapshot().pose("crate")[0] == pytest.approx([2, 0, 0.5])
    assert new.snapshot().joint("arm.shoulder") == arm
    drive(new, panel)


GROUND = "terrain: [{height_field: {size: [4, 4], heights: %s}}]\nprops:"


def test_what_sleeps_falls_when_the_file_lowers_the_ground_under_it(folder):
    rows = [[0.0, 0.0, 0.0, 0.0], *[[0.0, 0.5, 0.5, 0.0]] * 2, [0.0, 0.0, 0.0, 0.6]]
    edit(folder, "arm.yaml", "at: [1, 0, 0.3]", "at: [0.4, 0, 0.56]")
    edit(folder, "arm.yaml", "robots: [", "robots: []  # [")
    edit(folder, "arm.yaml", "console:", "# console:")
    edit(folder, "arm.yaml", "props:", GROUND % rows)
    old = load(folder)
    panel = Panel(old.scene.console_spec)
    drive(old, panel, 40)
    assert old.world.sleepers.asleep[-1] == 1
    lower = [[0.0, 0.2, 0.2, 0.0] if row[1] else row for row in rows]
    edit(folder, "arm.yaml", str(rows), str(lower))
    new = load(folder)
    assert carry(old, new) == ((), ())
    drive(new, panel, 40)
    assert new.snapshot().pose("crate")[0][2] == pytest.approx(0.25, abs=1e-3)


def test_a_heavier_body_goes_on_at_its_speed(folder, running):
    old, _ = running
    edit(folder, "arm.yaml", "density: 400", "density: 4000")
    new = load(folder)
    assert carry(old, new).anew == ()
    assert new.snapshot().pose("crate")[0] == pytest.approx(old.snapshot().pose("crate")[0])
    assert np.array_equal(new.world.bodies.velocity[-1], old.world.bodies.velocity[-1])


def test_what_would_begin_against_the_floor_goes_on_in_the_air(folder):
    """There it has moved for a part of a step alone, here for all of it."""
    edit(folder, "arm.yaml", "name: crate,", "name: crate, velocity: [0, 0, -90],")
    old = load(folder)
    assert old.world.bodies.share[-1] < 1.0
    old.world.bodies.position[-1], old.world.bodies.share[-1] = (1.0, 0.0, 5.0), 1.0
    edit(folder, "arm.yaml", "density: 400", "density: 4000")
    new = load(folder)
    assert carry(old, new).anew == ()
    assert new.snapshot().pose("crate")[0] == pytest.approx(old.snapshot().pose("crate")[0])


def test_a_longer_arm_hangs_together_at_the_same_angle(folder, running):
    old, panel = running
    edit(folder, "robots/arm/robot.yaml", "at: [0, 0, 0.6]", "at: [0, 0.1, 0.9]")
    new = load(folder)
    assert carry(old, new).anew == ()
    assert new.snapshot().joint("arm.shoulder") == old.snapshot().joint("arm.shoulder")
    shift = new.snapshot().pose("arm.arm")[0] - old.snapshot().pose("arm.arm")[0]
    assert shift == pytest.approx([0, 0.1, 0.3], abs=1e-9)
    drive(new, panel, 5)
    anchor = new.snapshot().pose("arm.stand")[0] + [0, 0.1, 0.9]
    assert new.snapshot().joint_anchor[0] == pytest.approx(anchor, abs=1e-3)


SWING = """
links:
  frame: {fixed: true, shape: {box: [0.2, 0.2, 0.1]}}
  rod: {shape: {box: [0.04, 0.04, 0.5], at: [0, 0, -0.25], mass: 1.0}}
  fork: {shape: {box: [0.04, 0.04, 0.3], at: [0, 0, -0.15], mass: 0.5}}
joints:
  ball: {type: spherical, parent: frame, child: rod, at: [0.3, 0, 0]}
  cross: {type: universal, parent: rod, child: fork, at: [0, 0, -0.5]}
"""
MORE = """  tip: {shape: {sphere: 0.05, mass: 0.1}}
joints:
  nail: {type: fixed, parent: fork, child: tip, at: [0, 0, -0.3]}
"""


def test_what_hangs_on_any_joint_swings_on_where_a_link_is_added(folder):
    """Joints without one position stood straight again, and all of the robot stood still."""
    (folder / "robots/arm/robot.yaml").write_text(SWING, encoding="utf-8")
    (folder / "swing.yaml").write_text(
        "robots: [{file: robots/arm/robot.yaml, name: swing, at: [0, 0, 2]}]\n",
        encoding="utf-8",
    )
    old = Simulation(load_checked(folder / "swing.yaml"))
    names, table = old.names.bodies, old.world.bodies
    table.velocity[names["swing.rod"]] = [0.5, 0.75, 0.0]
    table.spin[names["swing.rod"]] = [3.0, -2.0, 0.7]
    table.velocity[names["swing.fork"]] = [1.3, 1.9, 0.0]
    table.spin[names["swing.fork"]] = [2.0, -2.0, 0.7]
    for _ in range(6):
        old.frame(Panel(old.scene.console_spec).input())
    text = SWING.replace("joints:\n", MORE)
    (folder / "robots/arm/robot.yaml").write_text(text, encoding="utf-8")
    new = Simulation(load_checked(folder / "swing.yaml"))
    assert carry(old, new).anew == ()
    other, rows = new.world.bodies, new.names.bodies
    for link in ("swing.rod", "swing.fork"):
        for column in ("position", "orientation", "velocity", "spin"):
            one, two = getattr(table, column)[names[link]], getattr(other, column)[rows[link]]
            assert two == pytest.approx(one, abs=1e-9), (link, column)
    fork, tip = rows["swing.fork"], rows["swing.tip"]
    arm = other.position[tip] - other.position[fork]
    way = other.velocity[fork] + np.cross(other.spin[fork], arm)
    assert other.velocity[tip] == pytest.approx(way)
    assert np.abs(other.spin[fork]).max() > 0.5  # it is under way


@pytest.mark.parametrize(("spin", "parts"), [("[1, 2, 3]", False), ("[4, -3, 9]", True)])
def test_what_tumbles_goes_on_to_the_bit_where_a_thing_is_added_elsewhere(folder, spin, parts):
    """Its links kept their spins, not their momentum; in the middle of parts they jumped ahead."""
    (folder / "robots/arm/robot.yaml").write_text(SWING.replace("fixed: true, ", ""), "utf-8")
    scene = folder / "swing.yaml"
    text = f"robots: [{{file: robots/arm/robot.yaml, name: swing, at: [0, 0, 9], spin: {spin}}}]\n"
    scene.write_text(text, "utf-8")
    old = Simulation(load_checked(scene))
    panel = Panel(old.scene.console_spec)
    drive(old, panel, 6)
    lead = old.world.bodies.lead[old.names.bodies["swing.rod"]]
    assert (lead < 0.5 * old.scene.physics.step) == parts
    box = "props: [{name: box, shape: {box: [1, 1, 1]}, fixed: true, at: [90, 0, 0]}]\n"
    scene.write_text(text + box, "utf-8")
    new = Simulation(load_checked(scene))
    assert carry(old, new).anew == ("box",)
    for _ in range(5):
        drive(old, panel, 1)
        drive(new, panel, 1)
        for link in ("frame", "rod", "fork"):
            one, other = (sim.names.bodies[f"swing.{link}"] for sim in (old, new))
            for column in ("position", "orientation", "velocity", "spin"):
                here, there = (getattr(sim.world.bodies, column) for sim in (old, new))
                assert np.array_equal(here[one], there[other]), column


def test_an_arm_turns_on_where_a_link_is_added(folder, running):
    """Its motor had to bring it up to speed again."""
    old, panel = running
    edit(
        folder, "robots/arm/robot.yaml", "joints:\n",
        "  lamp: {shape: {sphere: 0.02, mass: 0.001}}\njoints:\n"
        "  nail: {type: fixed, parent: arm, child: lamp, at: [0.4, 0, 0.05]}\n",
    )  # fmt: skip
    new = load(folder)
    assert carry(old, new).anew == ()
    moved, rows = new.snapshot(), (old.names.motors, new.names.motors)
    assert moved.pose("arm.arm")[0] == pytest.approx(old.snapshot().pose("arm.arm")[0])
    one, two = (
        world.motors.speed[names["arm.shoulder_motor"]]
        for world, names in zip((old.world, new.world), rows, strict=True)
    )
    assert one == two != 0.0
    steps = [simulation.frame(panel.input()).joint("arm.shoulder") for simulation in (old, new)]
    assert steps[1] == pytest.approx(steps[0], abs=1e-4)


def test_a_rotor_behind_another_gear_turns_as_its_joint_does(folder, running):
    """It went on at its own speed, twice what the joint had, and threw the arm."""
    old, _ = running
    edit(folder, "robots/arm/robot.yaml", "gear_ratio: 100", "gear_ratio: 50")
    new = load(folder)
    assert carry(old, new).anew == ()
    row = new.names.joints["arm.shoulder"]
    assert np.array_equal(new.world.joints.speed, old.world.joints.speed)
    assert new.world.motors.speed[0] == pytest.approx(50.0 * new.world.joints.speed[row]) != 0.0


@pytest.mark.parametrize("limit", ["", "limit_deg: [-170, 170]"])
def test_a_joint_at_a_limit_that_is_gone_moves_on_from_it(folder, limit):
    """It was held at the limit that it has now: where there is none, at no number."""
    old = load(folder)
    panel = Panel(old.scene.console_spec)
    panel.set("power", True)
    panel.set("lever", 1.0)
    drive(old, panel, 80)
    place = old.snapshot().joint("arm.shoulder")
    assert place == pytest.approx(np.radians(80.0))
    edit(folder, "robots/arm/robot.yaml", "limit_deg: [-80, 80]", limit or "damping: 0.001")
    new = load(folder)
    assert carry(old, new).anew == ()
    assert place < new.frame(panel.input()).joint("arm.shoulder") < place + 0.04 * np.pi


def test_a_joint_of_another_kind_starts_anew(folder, running):
    """Its angle became a way in metres."""
    old, _ = running
    assert abs(old.snapshot().joint("arm.shoulder")) > 1e-3
    edit(folder, "robots/arm/robot.yaml", "type: revolute", "type: prismatic")
    edit(folder, "robots/arm/robot.yaml", "limit_deg: [-80, 80]", "limit: [-1, 1]")
    new = load(folder)
    assert carry(old, new).anew == ()
    start = Simulation(new.scene).world.bodies.position
    assert new.world.bodies.position[:-1] == pytest.approx(start[:-1], abs=1e-9)


def test_what_is_fixed_by_now_stands_where_the_file_puts_it(folder):
    (folder / "cart.yaml").write_text(
        "robots: [{file: robots/arm/robot.yaml, name: arm}]\n"
        "props: [{name: crate, shape: {box: [1, 1, 1]}, at: [5, 0, 3], mass: 1}]\n",
        encoding="utf-8",
    )
    edit(folder, "robots/arm/robot.yaml", "stand: {fixed: true, ", "stand: {")
    old = Simulation(load_checked(folder / "cart.yaml"))
    old.world.bodies.velocity[1:3] = [1.0, 0.0, 2.0]
    step.advance(20, handle.pack(old.world).words)
    edit(folder, "robots/arm/robot.yaml", "stand: {", "stand: {fixed: true, ")
    edit(folder, "cart.yaml", "mass: 1}", "fixed: true}")
    new = Simulation(load_checked(folder / "cart.yaml"))
    assert carry(old, new).anew == ("crate", "arm")
    assert new.snapshot().pose("arm.arm")[0] == pytest.approx([0, 0, 0.6], abs=1e-9)
    assert new.snapshot().pose("crate")[0] == pytest.approx([5, 0, 3])


TRACKED = (
    ROBOT
    + """motors:
  run: {joint: drive, stall_torque: 1, no_load_speed: 200, gear_ratio: 20, time_constant: 0.02}
"""
)


@pytest.fixture
def tracked(folder):
    """A tracked robot whose track has run on, off the ground."""
    (folder / "robots/arm/robot.yaml").write_text(TRACKED, encoding="utf-8")
    (folder / "cat.yaml").write_text(
        "robots: [{file: robots/arm/robot.yaml, name: cat, at: [0, 0, 5]}]\n", encoding="utf-8"
    )
    old = Simulation(load_checked(folder / "cat.yaml"))
    old.world.motors.input[:] = 1.0
    step.advance(150, handle.pack(old.world).words)
    return old


def test_a_track_runs_on_where_a_link_is_added(folder, tracked):
    """It lay as it had started, at the angles of where it had run to: across its wheels."""
    edit(folder, "robots/arm/robot.yaml", "joints:\n",
         "  lamp: {shape: {sphere: 0.02, mass: 0.001}}\njoints:\n"
         "  nail: {type: fixed, parent: hull, child: lamp, at: [0, 0, 0.1]}\n")  # fmt: skip
    new = Simulation(load_checked(folder / "cat.yaml"))
    hull, first = (tracked.snapshot().pose(f"cat.{one}")[0] for one in ("hull", "left_link_00"))
    start = Simulation(tracked.scene).snapshot()
    ways = first - hull, start.pose("cat.left_link_00")[0] - start.pose("cat.hull")[0]
    assert np.linalg.norm(ways[0] - ways[1]) > 0.05  # it has run on
    assert carry(tracked, new).anew == ()
    one, two = tracked.world.bodies, new.world.bodies
    for link, row in tracked.names.bodies.items():
        place = new.names.bodies[link]
        for column in ("position", "velocity", "spin"):
            found = getattr(two, column)[place]
            assert found == pytest.approx(getattr(one, column)[row], abs=1e-9), (link, column)
        assert abs(one.orientation[row] @ two.orientation[place]) == pytest.approx(1.0, abs=1e-9)


def test_a_track_on_other_axles_lies_round_them(folder, tracked):
    """Where its first link starts it cannot go on at the angles that it has run to."""
    for end in ("-0.4", "0.4"):
        edit(folder, "robots/arm/robot.yaml", f"[{end}, 0.25, 0]", f"[{end}, 0.25, 0.05]")
    new = Simulation(load_checked(folder / "cat.yaml"))
    assert carry(tracked, new).anew == ()
    rows = [row for link, row in new.names.bodies.items() if "_link_" in link]
    hull, places = new.names.bodies["cat.hull"], []
    for table in (Simulation(new.scene).world.bodies, new.world.bodies):
        rotation = products.matrix_of(table.orientation[hull])
        places.append((table.position[rows] - table.position[hull]) @ rotation)
    assert places[1] == pytest.approx(places[0], abs=1e-9) and len(rows) == 44
