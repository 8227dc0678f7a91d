"""How large every drawing is: on a wide screen, and on paper, where two sheets of A4 have to do.

A browser makes the paper's plan and plots as large as the room that is left; the sizes here are
near to that, so that letters keep theirs. A narrow screen has the paper's drawings.
"""

from typing import NamedTuple

from markupsafe import Markup

from simulator.training.story import Story

from . import plan, plots, timeline
from .deviation import Deviation

SCREEN, THIRD, HALF = 1366.0, 430.0, 760.0  # drawn width of cards on the screen [px]
PAPER, SHEET = 692.0, 1050.0  # drawn width, and height of a sheet of A4 [px]
ROOMY, ROOMY_LONG = 520.0, 330.0  # with more room on paper the plan shares it with the timeline
ACROSS, ACROSS_PAPER = {1: 2, 2: 2, 4: 4}, {1: 2, 2: 2, 4: 2}  # pictures in a line; else 3


class Cards(NamedTuple):
    """What has to find room."""

    rows: int  # measures
    remarks: int
    has_alarm: bool
    pictures: int
    is_long: bool  # the plan takes the whole width

    @property
    def plan_size(self) -> tuple[float, float]:
        """Of the plan on the screen [px]."""
        if self.is_long:
            return SCREEN, 340.0
        return THIRD if self.rows else HALF, max(35.0 * self.rows - 20.0, 430.0)

    @property
    def room(self) -> float:
        """About how much height the first sheet leaves to the plan [px]."""
        cards = max(27.0 * self.rows + 40.0, 50.0 * self.remarks + 66.0)
        return max(SHEET - 145.0 - (62.0 if self.has_alarm else 0.0) - cards, 150.0)

    @property
    def timeline_first(self) -> bool:
        """Whether the timeline stands on the first sheet."""
        return self.room > (ROOMY_LONG if self.is_long else ROOMY)

    @property
    def across(self) -> int:
        """Pictures in a line."""
        return ACROSS.get(self.pictures, 3)

    @property
    def across_paper(self) -> int:
        """Pictures in a line on paper."""
        return ACROSS_PAPER.get(self.pictures, 3)


def draw(
    story: Story,
    deviation: Deviation | None,
    traces: list[plots.Trace],
    cards: Cards,
    language: str,
) -> dict[str, Markup]:
    """Return every drawing twice, for the screen and for paper, each with legible letters."""
    line, low = timeline.draw(story, PAPER, language, "paper")
    low += 45.0  # of its card
    high = min(max(cards.room - (low if cards.timeline_first else 0.0), 150.0), 720.0)
    across = cards.across_paper
    album = (PAPER / across * 9.0 / 16.0 + 26.0) * -(-cards.pictures // across) + 40.0
    rest = SHEET - 100.0 - album - (0.0 if cards.timeline_first else low)
    paper = (PAPER, max(min(rest, 170.0 * len(traces) + plots.AXIS), 220.0))
    screen = (SCREEN, 76.0 * len(traces) + plots.AXIS)
    return {
        "plan": plan.draw(story, deviation, cards.plan_size, language, "screen"),
        "plan_paper": plan.draw(story, deviation, (PAPER, high), language, "paper"),
        "timeline": timeline.draw(story, SCREEN, language, "screen")[0],
        "timeline_paper": line,
        "plots": plots.draw(story, traces, deviation, screen, language, "screen"),
        "plots_paper": plots.draw(story, traces, deviation, paper, language, "paper"),
    }
