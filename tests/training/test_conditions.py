"""Every kind of condition, held and not held."""

import math

import pytest
import yaml

from simulator.spec.models.condition import ConditionSpec
from simulator.training.conditions import Watch


def watch(stage, text, metrics=None):
    spec = ConditionSpec.model_validate(yaml.safe_load(text))
    return Watch(spec, stage.cast, metrics or {})


HALF = math.sqrt(0.5)
GRIP = [("cart.hull", "load", (0, 1, 0), 5.0), ("cart.wheel", "load", (0, -1, 0), 5.0)]
UP = (0, 0, 1)
LIES = [("cart.hull", "load", UP, 9.8)]

CASES = [
    ("{signal: power, above: 0.5}", {"signals": (1, 0)}, {"signals": (0.5, 0)}),
    ("{signal: heading, above: -1, below: 1}", {"signals": (0, 0)}, {"signals": (0, 1)}),
    ("{joint: cart.axle, below: -0.1}", {"joint": -0.2}, {"joint": 0.0}),
    (
        "{tilt: cart.hull, above: 1.5}",
        {"orientation": {"cart.hull": (HALF, HALF, 0, 0)}},
        {"orientation": {"cart.hull": (HALF, 0, 0, HALF)}},
    ),
    (
        "{body: cart.hull, inside: bay}",
        {"positions": {"cart.hull": (6.4, 0, 0)}},
        {"positions": {"cart.hull": (6.6, 0, 0)}},
    ),
    (
        "{body: cart.hull, inside: bay, whole: true}",
        {"positions": {"cart.hull": (5.4, 0, 0)}},
        {"positions": {"cart.hull": (5.6, 0, 0)}},
    ),
    (
        "{body: load, inside: spot}",
        {"positions": {"load": (0.6, 5.6, 0.5)}},
        {"positions": {"load": (0.8, 5.8, 0.5)}},
    ),
    (
        "{body: load, touches: wall, above: 3}",
        {"touching": [("load", "wall", 4.0)]},
        {"touching": [("load", "wall", 2.0), ("load", "ground", 9.0)]},
    ),
    (
        "{body: load, near: wall, distance: 0.5}",
        {"positions": {"load": (1, 0, 0), "wall": (1.3, 0.3, 0)}},
        {"positions": {"load": (1, 0, 0), "wall": (1.5, 0.5, 0)}},
    ),
    (
        "{body: cart.hull, slower: 0.1}",
        {"velocity": {"cart.hull": (0.05, 0, 0)}},
        {"velocity": {"cart.hull": (0.05, 0.2, 0)}},
    ),
    ("{gripped: load}", {"contacts": GRIP}, {"contacts": GRIP[:1] * 2}),
    ("{gripped: load, above: 4}", {"contacts": GRIP}, {"contacts": [GRIP[0], (*GRIP[1][:3], 3.0)]}),
    ("{carried: load}", {"contacts": LIES}, {"contacts": [*LIES, ("ground", "load", UP, 5.0)]}),
    ("{carried: load}", {"contacts": LIES}, {"contacts": GRIP}),
    ("{pressed: button}", {"pressed": ["button"]}, {"pressed": ["left"]}),
    ("{not: {signal: power, above: 0.5}}", {"signals": (0, 0)}, {"signals": (1, 0)}),
    (
        "{all: [{signal: power, above: 0.5}, {pressed: left}]}",
        {"signals": (1, 0), "pressed": ["left"]},
        {"signals": (1, 0)},
    ),
    (
        "{any: [{signal: power, above: 0.5}, {pressed: left}]}",
        {"pressed": ["left"]},
        {"pressed": ["right"]},
    ),
]


@pytest.mark.parametrize(("text", "held", "not_held"), CASES, ids=[case[0] for case in CASES])
def test_a_condition_holds_where_it_should(stage, text, held, not_held):
    one = watch(stage, text)
    assert not one.holds(stage.moment(**not_held))
    assert one.holds(stage.moment(**held))
    assert not one.holds(stage.moment(**not_held))


def test_after_counts_from_the_restart(stage):
    one = watch(stage, "{after: 0.12}")
    assert [one.holds(stage.moment()) for _ in range(4)] == [False, False, True, True]
    one.restart()
    assert [one.holds(stage.moment()) for _ in range(4)] == [False, False, True, True]


def test_hold_wants_it_without_a_break(stage):
    one = watch(stage, "{signal: power, above: 0.5, hold: 0.12}")
    powers = [1, 1, 0, 1, 1, 1, 1]
    held = [one.holds(stage.moment(signals=(power, 0))) for power in powers]
    assert held == [False, False, False, False, False, True, True]


def test_a_metric_is_asked_for_its_value(stage):
    values = iter([1.0, 3.0])
    one = watch(stage, "{metric: peak_force, above: 2}", {"peak_force": lambda: next(values)})
    assert [one.holds(stage.moment()) for _ in range(2)] == [False, True]


@pytest.mark.parametrize(
    ("share", "push", "is_held"), [(1.0, 5.0, True), (0.0, 5.0, False), (1.0, 0.5, False)]
)
def test_what_hangs_on_suction_that_is_on_is_gripped(stage, monkeypatch, share, push, is_held):
    monkeypatch.setattr(stage.cast, "cups", [stage.cast.bodies["cart.hull"]])
    hangs = {"contacts": [("cart.hull", "load", (0, 0, -1), push)], "suction": (share,)}
    assert watch(stage, "{gripped: load}").holds(stage.moment(**hangs)) == is_held
