"""The walking robot, and a program of all that it can do."""

import pytest

from simulator.gait import book, pattern, stance
from simulator.spec.load import load_robot


@pytest.fixture(scope="session")
def robot():
    return load_robot("robots/biped/robot.yaml")


@pytest.fixture(scope="session")
def own(robot):
    return stance.find_stance(robot, robot.gait.postures["free"])


@pytest.fixture(scope="session")
def segments(robot):
    gait = robot.gait
    rest = pattern.stand(gait, 0.5)
    turns = [pattern.turn(gait, angle) for angle in (gait.turns[-1], -gait.turns[-1])]
    return [rest, *pattern.walk(gait, 3), *turns, *pattern.walk(gait, 2), rest]


@pytest.fixture(scope="session")
def trip(robot, own, segments):
    return book.travel(robot, own, segments, loaded=False)
