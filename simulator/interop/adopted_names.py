"""Names as robot files have them, for what has any names."""

import re
import unicodedata
from collections.abc import Iterable

from simulator.spec.naming.fresh import fresh_name

from .adopted_source import Source

LONGEST = 47  # of a name: desks put `_position_display` behind it, and 64 is the most


def free_name(stem: str, taken: set[str]) -> str:
    """Return a name that nothing else has, and keep it from others."""
    name = fresh_name(stem, taken, LONGEST)
    taken.add(name)
    return name


class Names:
    """Names as robot files have them: letters, digits and _, a letter first, each once."""

    def __init__(self, what: str, taken: Iterable[str] = ()) -> None:
        self._what = what
        self._taken = set(taken)

    def give_all(self, names: Iterable[str], source: Source) -> dict[str, str]:
        """Return a name for each, which is its own where it can be; others are noted."""
        in_turn = sorted(names, key=lambda name: self._plain(name) != name)
        given = {name: self.give(name) for name in in_turn}
        for name, found in given.items():
            if found != name:
                source.note(f"{self._what}s by another name", f"{name!r} as {found}")
        return given

    def give(self, name: str) -> str:
        """Return a name that nothing else has."""
        return free_name(self._plain(name), self._taken)

    def _plain(self, name: str) -> str:
        plain = re.sub(r"\W+", "_", unicodedata.normalize("NFKC", name)).strip("_") or self._what
        return (plain if plain[0].isalpha() else f"{self._what}_{plain}")[:LONGEST]
