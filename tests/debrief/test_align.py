"""Stage under stage: the expert's moments lie where the trainee was as far."""

from types import SimpleNamespace

import numpy as np

from simulator.debrief.align import align


def story_of(seconds, length):
    judge = SimpleNamespace(seconds=seconds)
    return SimpleNamespace(session=SimpleNamespace(judge=judge), times=np.arange(0.0, length, 0.5))


def test_each_stage_is_stretched_to_the_trainees():
    own, expert = story_of([4.0, 1.0, 9.0], 20.0), story_of([2.0, 2.0], 6.0)
    at = dict(zip(expert.times, align(own, expert), strict=True))
    assert (at[0.0], at[1.0], at[2.0]) == (0.0, 2.0, 4.0)  # half as fast
    assert (at[3.0], at[4.0]) == (4.5, 5.0)  # twice as fast
    assert (at[4.5], at[5.5]) == (5.5, 6.5)  # the stage that he has not done: as it was
    assert (np.diff(align(own, expert)) > 0.0).all()


def test_without_stages_second_lies_under_second():
    own, expert = story_of([], 3.0), story_of([2.0], 6.0)
    assert np.array_equal(align(own, expert), expert.times)
    assert np.array_equal(align(expert, expert), expert.times)
