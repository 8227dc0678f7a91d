"""An expert's traces beside a trainee's: stage under stage, not second under second."""

import numpy as np
from numpy.typing import NDArray

from simulator.training.story import Story

Array = NDArray[np.float64]


def align(story: Story, expert: Story) -> Array:
    """Return the expert's times (m,) [s], each stage that both have done stretched to the own one.

    What comes after the last such stage follows at its own pace.
    """
    own, other = story.session.judge.seconds, expert.session.judge.seconds
    count = min(len(own), len(other))
    ends, others = (np.cumsum([0.0, *seconds[:count]]) for seconds in (own, other))
    times = expert.times
    inside = np.interp(times, others, ends)
    return np.where(times <= others[-1], inside, times - others[-1] + ends[-1])
