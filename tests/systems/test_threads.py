"""A step shared by several threads has the bits of one; nobody waits for a helper who is late."""

import dataclasses
import os
import threading
from pathlib import Path

import numpy as np
import pytest

from simulator import checking
from simulator.app import opening
from simulator.console.panel import Panel
from simulator.physics import step
from simulator.physics import world as worlds
from simulator.physics.threads import Helpers, count_threads
from simulator.simulation import Simulation
from simulator.spec.load import load_scene
from tests.bench import e_own
from tests.peers import scenes


def squad(threads):
    scene = checking.load_checked("scenes/squad.yaml")
    physics = scene.physics.model_copy(update={"threads": threads, "sleep": False})
    return scene.model_copy(update={"physics": physics})


def run(threads, frames):
    simulation = Simulation(squad(threads))
    panel = Panel(simulation.scene.console_spec).input()
    driven = dataclasses.replace(panel, values=np.ones_like(panel.values))
    return [simulation.frame(driven if k % 10 > 3 else panel).state_hash for k in range(frames)]


def test_the_number_of_threads_does_not_change_a_bit(monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    alone = run(1, 30)
    assert len(set(alone)) == 30
    for threads in (2, 4):
        assert run(threads, 30) == alone


@pytest.mark.parametrize(("boxes", "capacity"), [(100, 200), (200, 16)])
def test_a_table_that_is_too_small_loses_the_same_contacts(boxes, capacity):
    def drop(threads):
        sim, hashes = e_own.Sim(scenes.pile(boxes), 0.005, sleep=0, capacity=capacity), []
        with Helpers(threads - 1, step.advance, sim.packed, sim.world.team.words):
            for _ in range(100):
                sim.step()
                hashes.append(worlds.state_hash(sim.world))
        return hashes, int(sim.world.contacts.lost[0])

    alone, lost = drop(1)
    assert lost > 1000
    assert drop(2) == (alone, lost)


def test_no_more_threads_than_processors_or_robots(monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    assert count_threads(squad(2)) == 2
    assert count_threads(squad(8)) == 4
    assert count_threads(load_scene("scenes/slalom.yaml")) == 1


def test_processors_are_left_to_the_picture(monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    assert count_threads(squad(8), spare=1) == 3
    assert count_threads(squad(2), spare=1) == 2
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    assert count_threads(squad(2), spare=1) == 1
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    assert count_threads(squad(2), spare=1) == 1


def test_the_window_leaves_one(monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    before = set(threading.enumerate())
    simulation = opening.Builder(Path("scenes/squad.yaml"))()
    assert set(threading.enumerate()) == before
    del simulation


def test_helpers_end_with_their_simulation(monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    before = set(threading.enumerate())
    simulation = Simulation(squad(3))
    helpers = set(threading.enumerate()) - before
    assert len(helpers) == 2
    del simulation
    for helper in helpers:
        helper.join(10.0)
        assert not helper.is_alive()
