"""A story tells what the judge saw, and what the judge does not ask for."""

import numpy as np
import pytest

from simulator.debrief import outlines
from simulator.snapshot import Event
from simulator.spec.models.exercise import AreaSpec
from simulator.spec.models.shape import ShapeSpec
from simulator.training.story import Story

from .conftest import HOSTILE, Drive


def marks(story, kind):
    return [mark for mark in story.marks if mark.kind == kind]


def test_traces_have_a_value_per_frame(told):
    count = told.session.judge.frames
    assert len(told.times) == count > 100
    assert np.allclose(np.diff(told.times), 0.04)
    for values in (told.speed, told.force, told.signal("arm.shoulder_angle"), told.habit("idle")):
        assert values.shape == (count,) and np.isfinite(values).all()
    assert told.way("robot").shape == (count, 3)
    assert told.levers.shape == (count, 1)
    assert told.values("sum")[-1] == told.session.judge.measures["sum"].value


def test_stages_are_those_of_the_judge(told):
    judge = told.session.judge
    (done,) = marks(told, "stage")
    assert (done.name, done.value) == ("power", judge.seconds[0])
    assert [name for name, *_ in told.stages] == ["power", "swing"]
    assert told.stages[0][2] == told.stages[1][1] == judge.seconds[0]
    assert told.stages[-1][2] == told.time


def test_the_collision_is_told_once_with_its_peak(told):
    hits = marks(told, "collision")
    assert {hit.name for hit in hits} == {"crate"} and hits[0].other == "arm.arm"
    assert max(hit.value for hit in hits) == told.force.max() > 2.0
    assert np.linalg.norm(hits[-1].where - (0.3, 0.0, 0.45)) < 0.15
    assert hits[-1].snapshot.touching.peak.max() == hits[-1].value


def test_events_and_thrown_levers_become_marks(told):
    assert [mark.name for mark in marks(told, "bookmark")] == [HOSTILE]
    assert len(marks(told, "hint")) == len(marks(told, "fault")) == len(marks(told, "clear")) == 1
    assert [mark.data for mark in marks(told, "link")] == [{"commands": {"delay": 0.1}}]
    throws = marks(told, "throw")
    assert throws and throws[0].name == "lever" and throws[0].value > 1.2


def test_a_reset_begins_a_new_story(lesson):
    drive = Drive(lesson.scene, lesson.exercise)
    drive.go(5, power=True)
    assert drive.story.marks and len(drive.story.times) == 5
    drive.event(Event("reset"))
    assert drive.story.marks == [] and len(drive.story.times) == 0 and drive.story.stages == []


def test_nothing_is_told_after_the_end(lesson):
    drive = Drive(lesson.scene, lesson.exercise)
    drive.go(30, power=True, lever=1.0)
    assert drive.story.session.judge.outcome == "passed"
    count = len(drive.story.times)
    drive.event(Event("bookmark", "late"))
    drive.go(3)
    assert len(drive.story.times) == count and not marks(drive.story, "bookmark")


def test_a_drive_without_an_exercise_is_told_too(lesson):
    drive = Drive(lesson.scene, None)
    drive.go(10, power=True, lever=1.0)
    drive.close()
    assert drive.story.stages == [] and len(drive.story.times) == 10
    assert isinstance(drive.story, Story) and drive.story.levers.max() == 1.0


def test_a_ball_that_has_rolled_is_drawn_as_a_disc_from_any_side():
    points = outlines.of_shape(ShapeSpec(sphere=0.5))
    assert points is not None
    for axis in np.eye(3):
        assert np.ptp(points @ axis) == pytest.approx(1.0)


def test_a_zone_that_lies_on_its_side_has_the_outline_of_its_side():
    zone = AreaSpec(box=(1.0, 2.0, 0.5), at=(3.0, 0.0, 1.0), rpy=(np.pi / 2, 0.0, 0.0))
    corners = outlines.hull(outlines.of_area(zone)[:, :2])
    assert sorted(map(tuple, corners)) == [(2.5, -0.25), (2.5, 0.25), (3.5, -0.25), (3.5, 0.25)]
