"""Options that several commands have: what each takes; other numbers are refused by name."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter

MOST_PIXELS = 8192  # along a side of a picture
OUTPUT = Parameter(name=["--output", "-o"])
Output = Annotated[Path | None, OUTPUT]
Language = Literal["en", "ru"]
Quality = Literal["low", "medium", "high", "auto"]


def _take(what: str, is_one: Callable[[Any], bool], **options: Any) -> Parameter:
    """Return what refuses a value that is given and is not what the option takes."""

    def check(_: Any, value: Any) -> None:
        if value is not None and not is_one(value):
            raise ValueError(f"It takes {what}.")

    return Parameter(validator=check, **options)


def _is_size(size: tuple[int, int]) -> bool:
    return all(1 <= side <= MOST_PIXELS for side in size)


Moment = Annotated[float, _take("a number of seconds, 0 or more", lambda s: 0 <= s < math.inf)]
Duration = Annotated[
    float, _take("a number of seconds, more than 0", lambda s: 0 < s < math.inf)
]  # both in s
Factor = Annotated[float, _take("a number, 0 or more", lambda k: 0 <= k < math.inf)]
Count = Annotated[int, _take("a whole number, 1 or more", lambda n: n >= 1)]
Row = Annotated[int, _take("a whole number, 0 or more", lambda n: n >= 0)]  # counted from 0
Scale = Annotated[int, _take("percent, 100 to 200", lambda n: 100 <= n <= 200)]
Size = Annotated[
    tuple[int, int],  # width, height
    _take(f"width and height, each 1 to {MOST_PIXELS} pixels", _is_size, negative=""),
]
