"""Faults beside each other, on things asleep, on every kind of drive; room for them is bounded."""

import numpy as np
import pytest

from simulator import Panel, Simulation
from simulator.faults import trigger
from simulator.snapshot import Event
from simulator.spec import suggest
from simulator.spec.load import load_scene
from simulator.spec.naming.components import list_components
from tests.faults.naive import normal, uniform

ARM = """
robots:
  - {file: arm.yaml, name: arm, at: [0, 0, 1]}
console: desk.yaml
"""
DESK = """
panel: {lever: {type: lever}, lit: {type: lamp}}
diagram: {half: {type: gain, value: 0.5, in: lever}}
outputs: {drive: half, lit: half}
"""
ROBOT = """
links:
  stand: {fixed: true, shape: {box: [0.2, 0.2, 0.1]}}
  arm: {shape: {box: [0.4, 0.05, 0.05], at: [0.2, 0, 0], mass: 1.5}}
joints:
  shoulder: {type: revolute, parent: stand, child: arm, at: [0, 0, 0.6], axis: [0, -1, 0]}
motors:
  drive: {joint: shoulder, %s}
sensors:
  angle: {type: angle, joint: shoulder}
"""
MOTORS = {
    "dc": "stall_torque: 0.3, no_load_speed_rpm: 3000, gear_ratio: 100, rotor_inertia: 2.0e-5",
    "servo": "type: servo, stiffness: 500, damping: 50, torque: 60",
    "speed": "type: speed, damping: 400, torque: 60",
    "torque": "type: torque, torque: 12",
}
KICK = {"component": "arm.drive", "kind": "off"}


@pytest.fixture
def make(tmp_path):
    def make(motor="dc"):
        for name, text in (("scene", ARM), ("desk", DESK), ("arm", ROBOT % MOTORS[motor])):
            (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
        scene = load_scene(tmp_path / "scene.yaml")
        return Simulation(scene), Panel(scene.console_spec)

    return make


def run(simulation, panel, frames, lever=0.0):
    panel.set("lever", lever)
    for _ in range(frames):
        last = simulation.frame(panel.input())
    return last


@pytest.mark.parametrize("motor", MOTORS)
def test_a_motor_of_any_kind_that_is_off_lets_its_joint_fall(make, motor):
    simulation, panel = make(motor)
    run(simulation, panel, 10, 0.4)
    simulation.apply(Event("fault", "dead", KICK))
    before = simulation.snapshot().signal("angle")
    last = run(simulation, panel, 12, 0.4)
    assert abs(simulation.world.motors.torque[0]) < 1e-9
    assert last.signal("angle") < before - 0.2
    simulation.apply(Event("clear", "dead"))
    run(simulation, panel, 1, 0.4)
    assert abs(simulation.world.motors.torque[0]) > 1e-3


def test_what_sleeps_wakes_when_its_motor_dies(make):
    simulation, panel = make("servo")
    run(simulation, panel, 100)
    assert simulation.world.sleepers.asleep[-1] == 1
    before = simulation.snapshot().signal("angle")
    simulation.apply(Event("fault", "dead", KICK))
    assert run(simulation, panel, 12).signal("angle") < before - 0.2


def test_what_sleeps_on_a_jammed_joint_wakes_when_it_is_free_again(make):
    simulation, panel = make()
    simulation.apply(Event("fault", "jam", {"component": "arm.drive", "kind": "jammed"}))
    simulation.apply(Event("fault", "dead", KICK))
    held = run(simulation, panel, 40).signal("angle")
    assert held == pytest.approx(0.0, abs=1e-6)
    assert simulation.world.sleepers.asleep[-1] == 1
    simulation.apply(Event("clear", "jam"))
    assert run(simulation, panel, 12).signal("angle") < -0.2


@pytest.mark.parametrize("motor", MOTORS)
def test_a_supply_that_ripples_falls_short_of_what_would_sleep_too(make, motor):
    # now and then a servo's limit is below the 2.9 N m that its arm weighs, and the arm sags
    simulation, panel = make(motor)
    noise = {"component": "arm.battery", "kind": "noise", "amount": 0.45, "seed": 1}
    simulation.apply(Event("fault", "ripple", noise))
    angles = [run(simulation, panel, 1).signal("angle") for _ in range(250)]
    assert simulation.world.sleepers.asleep[-1] == 0
    assert np.ptp(angles[100:]) > 1e-3


def test_two_faults_of_one_thing_act_one_after_the_other(make):
    simulation, panel = make()
    simulation.apply(Event("fault", "a", {"component": "lever", "kind": "bias", "amount": 0.2}))
    simulation.apply(Event("fault", "b", {"component": "lever", "kind": "reversed"}))
    simulation.apply(Event("fault", "c", {"component": "lit", "kind": "reversed"}))
    simulation.apply(Event("fault", "d", {"component": "lit", "kind": "stuck"}))
    last = run(simulation, panel, 2, 0.4)
    assert last.signal("lever") == pytest.approx(-0.6)
    assert last.signal("half") == pytest.approx(-0.3)
    assert last.shown == {"lit": pytest.approx(1.3)}
    assert last.faults == ("a", "b", "c", "d")
    simulation.apply(Event("clear", "a"))
    last = run(simulation, panel, 2, 0.4)
    assert last.signal("lever") == -0.4 and last.shown == {"lit": pytest.approx(1.3)}
    simulation.apply(Event("clear"))
    last = run(simulation, panel, 1, 0.4)
    assert last.signal("lever") == 0.4 and last.shown == {} and last.faults == ()


def test_a_fault_of_the_same_name_takes_the_place_of_the_old(make):
    simulation, panel = make()
    simulation.apply(Event("fault", "a", {"component": "lever", "kind": "stuck"}))
    simulation.apply(Event("fault", "a", {"component": "lever", "kind": "reversed"}))
    assert run(simulation, panel, 1, 0.4).signal("lever") == -0.4


def test_a_fault_without_a_name_gets_one(make):
    simulation, panel = make()
    simulation.apply(Event("fault", "", {"component": "lever", "kind": "reversed"}))
    assert run(simulation, panel, 1).faults == ("lever reversed",)
    simulation.apply(Event("clear", "lever reversed"))
    assert run(simulation, panel, 1).faults == ()


def test_triggers_are_not_the_simulations_business(make):
    simulation, panel = make()
    data = {"component": "lever", "kind": "reversed", "at": 99, "until": {"after": 1}}
    simulation.apply(Event("fault", "a", data))
    assert run(simulation, panel, 1, 0.4).signal("lever") == -0.4


def test_faults_without_room_are_refused_and_change_nothing(make):
    simulation, panel = make()
    late = {"component": "lever", "kind": "delayed", "delay": 10.0}
    names = [f"late{n}" for n in range(65)]
    for name in names:
        simulation.apply(Event("fault", name, late))
    before = simulation.save()
    with pytest.raises(ValueError, match="no room"):
        simulation.apply(Event("fault", "more", late))
    assert simulation.save() == before
    assert run(simulation, panel, 1).faults == tuple(names)


def test_a_broken_sensor_stays_finite_and_a_state_of_another_scene_is_refused(make, arm):
    simulation, panel = make()
    noise = {"component": "arm.angle", "kind": "noise", "amount": 1e9}
    simulation.apply(Event("fault", "wild", noise))
    assert np.isfinite(run(simulation, panel, 5).signals).all()
    with pytest.raises(ValueError):
        arm.restore(simulation.save())


def test_random_numbers_are_even_and_normal_and_those_of_the_twin():
    from simulator.physics.sensing import chance

    even = np.array([chance.uniform(5, k) for k in range(20000)])
    assert abs(even.mean() - 0.5) < 0.01 and abs(even.std() - 12**-0.5) < 0.01
    assert abs(np.corrcoef(even[:-1], even[1:])[0, 1]) < 0.03
    bell = np.array([chance.normal(5, k) for k in range(5000)])
    assert abs(bell.mean()) < 0.05 and abs(bell.std() - 1.0) < 0.05
    for seed, count in ((0, 0), (1, 2**40 + 7), (2**32 - 1, 12345)):
        assert chance.uniform(seed, count) == uniform(seed, count)
        assert chance.normal(seed, count) == normal(seed, count)


def test_a_fault_of_no_component_is_told_with_some_that_there_are(make, monkeypatch):
    monkeypatch.setattr(suggest, "SHOWN", 3)
    simulation, _ = make()
    more = len(list_components(simulation.scene)) - 3
    with pytest.raises(ValueError, match=f"there are: link, lever, lit and {more} more$"):
        trigger.read("zzzzz:off", simulation.scene)
