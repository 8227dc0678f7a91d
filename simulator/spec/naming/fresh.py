"""Names that nothing has yet."""

import re
from collections.abc import Container

LONGEST = 64  # letters of a name, as `spec.fields.Name`


def fresh_name(wish: str, taken: Container[str], longest: int = LONGEST) -> str:
    """Return a name that nothing has: `gain`, `gain_2`, `gain_3` ..."""
    wish = wish[:longest]
    stem = re.sub(r"_\d+$", "", wish) or wish
    number, name = 1, wish
    while name in taken:
        number += 1
        tail = f"_{number}"
        name = stem[: longest - len(tail)] + tail
    return name
