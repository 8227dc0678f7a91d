"""The plan of a debrief: what is written on it."""

from types import SimpleNamespace as Named

import numpy as np
import pytest

from simulator.debrief import plan
from simulator.spec.fields import Text


@pytest.mark.parametrize(("label", "count"), [("Старт", 0), ("Бокс", 1)])
def test_the_start_is_named_once(label, count):
    """Above the zone that is called so, and again below the dot in its middle."""
    zone = Named(shown=True, label=Text(ru=label, en="Start"))
    story = Named(
        exercise=Named(zones={"start": zone}),
        stages=[],
        first=Named(position=np.zeros((1, 3))),
        cast=Named(base=0),
        times=[],
        marks=[],
    )
    drawn = str(plan._events(story, lambda points: np.asarray(points)[:, :2], "ru"))
    assert drawn.count("Старт") == count and "start-dot" in drawn
