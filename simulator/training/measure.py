"""What every metric is: it watches moments and has a value at any time."""

from collections.abc import Callable
from typing import ClassVar, TypeVar

from simulator.spec.fields import Text
from simulator.spec.models.exercise import MetricSpec

from .cast import Cast
from .moment import Moment


class Measure:
    """A metric at work. `value` is in the unit that is shown; lower is better unless said."""

    unit: ClassVar[str] = ""
    higher: ClassVar[bool] = False

    def __init__(self, spec: MetricSpec, cast: Cast) -> None:
        self.spec = spec
        self.cast = cast
        self.value = 0.0

    def watch(self, moment: Moment) -> None:
        """Take in a frame."""
        raise NotImplementedError

    def end_stage(self, moment: Moment) -> None:
        """Take note that a stage has been done."""


TABLE: dict[str, type[Measure]] = {}
LABELS: dict[str, Text] = {}
Kind = TypeVar("Kind", bound=type[Measure])


def measures(kind: str, ru: str, en: str) -> Callable[[Kind], Kind]:
    """Enter a class into the table of kinds, with what the window calls it."""

    def enter(measure: Kind) -> Kind:
        TABLE[kind], LABELS[kind] = measure, Text(ru=ru, en=en)
        return measure

    return enter
