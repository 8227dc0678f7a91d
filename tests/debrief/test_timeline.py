"""Marks find room on the timeline, the weighty first, and none hides another."""

from itertools import pairwise
from types import SimpleNamespace

import numpy as np

from simulator.debrief import timeline
from simulator.training.story import Mark


def story_of(marks, seconds=60.0):
    told = [Mark(time, kind, name, value, np.zeros(3), None) for time, kind, name, value in marks]
    scene = SimpleNamespace(props=[], robots=[], console_spec=SimpleNamespace(panel={}))
    return SimpleNamespace(
        marks=told, time=seconds, exercise=None, cast=SimpleNamespace(scene=scene)
    )


def arrange(marks, width=700.0):
    story = story_of(marks)
    return timeline.arrange(story, timeline.Axis(story, width), width, "en")


def test_no_two_marks_of_a_lane_overlap():
    marks = [(0.7 * k, "collision", f"cone {k}", 10.0 + k) for k in range(80)]
    places, missing = arrange(marks)
    assert len(places) + missing == 80 and missing > 0
    for lane in range(timeline.LANES):
        row = sorted((one.begin, one.end) for one in places if one.lane == lane)
        assert all(first[1] < second[0] for first, second in pairwise(row))


def test_the_hardest_contact_is_never_the_one_left_out():
    marks = [(0.7 * k, "collision", f"cone {k}", 10.0 + k) for k in range(80)]
    marks += [(30.0, "throw", "lever", 2.0), (59.9, "limit", "fell off the bridge", 0.0)]
    places, _ = arrange(marks)
    kinds = {(one.mark.kind, one.mark.value) for one in places if one.words}
    assert ("limit", 0.0) in kinds and ("collision", 89.0) in kinds


def test_a_mark_near_the_right_edge_has_its_words_on_the_left():
    places, missing = arrange([(59.0, "limit", "fell off the bridge", 0.0)])
    assert missing == 0 and places[0].before and places[0].words == "fell off the bridge"


def test_an_unnamed_end_ends_all_faults():
    marks = [(1.0, "fault", "a", 0.0), (2.0, "fault", "b", 0.0), (3.0, "clear", "", 0.0),
             (4.0, "fault", "c", 0.0)]  # fmt: skip
    spans = timeline._spans(story_of(marks))
    assert sorted((one.name, *span) for one, *span in spans) == [
        ("a", 1.0, 3.0),
        ("b", 2.0, 3.0),
        ("c", 4.0, 60.0),
    ]


def test_the_data_link_is_told_both_ways():
    weak = {"commands": {"delay": 0.2, "loss": 0.1, "rate": 9600}, "cameras": {"blocks": 12}}
    for data, ru, en in (
        (None, "Канал связи: без помех", "Data link: perfect"),
        ({"cameras": {"frozen": False}, "seed": 3}, "Канал связи: без помех", "Data link: perfect"),
        ({"cameras": {"frozen": True}}, "Канал связи: картинка замерла",
         "Data link: pictures frozen"),
        (weak, "Канал связи: команды позже на 0,2 с, с потерей 10 %, не быстрее 9600 бит/с; "
         "картинка блоками по 12 точек", "Data link: commands 0.2 s late, with 10 % lost, at most "
         "9600 bit/s; pictures in blocks of 12 pixels"),
    ):  # fmt: skip
        mark = Mark(1.0, "link", "", 0.0, np.zeros(3), None, data=data)
        story = story_of([])
        assert timeline.describe(mark, story, "ru") == ru
        assert timeline.describe(mark, story, "en") == en
    places, missing = arrange([(1.0, "link", "", 0.0)])
    assert missing == 0 and places[0].words == "Data link: perfect"
