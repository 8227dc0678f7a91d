"""Numbers on the command line: what each kind of option takes; others are refused by name."""

import math
from typing import Annotated, Any

from cyclopts import Parameter

MOST_PIXELS = 8192  # along a side of a picture


def _at_least_zero(_: Any, value: float | None) -> None:
    if value is not None and not (math.isfinite(value) and value >= 0.0):
        raise ValueError("It takes a number of seconds, 0 or more.")


def _more_than_zero(_: Any, value: float | None) -> None:
    if value is not None and not (math.isfinite(value) and value > 0.0):
        raise ValueError("It takes a number of seconds, more than 0.")


def _not_negative(_: Any, value: float | None) -> None:
    if value is not None and not (math.isfinite(value) and value >= 0.0):
        raise ValueError("It takes a number, 0 or more.")


def _one_or_more(_: Any, value: int | None) -> None:
    if value is not None and value < 1:
        raise ValueError("It takes a whole number, 1 or more.")


def _zero_or_more(_: Any, value: int | None) -> None:
    if value is not None and value < 0:
        raise ValueError("It takes a whole number, 0 or more.")


def _pixels(_: Any, value: tuple[int, int] | None) -> None:
    if value is not None and not all(1 <= side <= MOST_PIXELS for side in value):
        raise ValueError(f"It takes width and height, each 1 to {MOST_PIXELS} pixels.")


Moment = Annotated[float, Parameter(validator=_at_least_zero)]  # [s]
Duration = Annotated[float, Parameter(validator=_more_than_zero)]  # [s]
Factor = Annotated[float, Parameter(validator=_not_negative)]
Count = Annotated[int, Parameter(validator=_one_or_more)]
Row = Annotated[int, Parameter(validator=_zero_or_more)]  # counted from 0
Size = Annotated[tuple[int, int], Parameter(validator=_pixels, negative="")]  # width, height
