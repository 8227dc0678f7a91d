"""What to say of a mistyped name: the nearest known one, or some that are known."""

import difflib
from collections.abc import Collection, Iterable

MAX_NAMES = 1000
SHOWN = 12  # names of a list
# what other simulators call it
HABITS = {
    **dict.fromkeys(("pos", "position", "origin", "xyz", "translation", "location"), "at"),
    **dict.fromkeys(("euler", "rotation", "orientation", "quat"), "rpy"),
    **dict.fromkeys(("collision", "collisions", "geometry", "geom", "geoms"), "shapes"),
    **dict.fromkeys(("hinge", "continuous", "rotary"), "revolute"),
    **dict.fromkeys(("slide", "slider", "linear"), "prismatic"),
    **dict.fromkeys(("bodies", "parts"), "links"),
    **dict.fromkeys(("actuators", "drives"), "motors"),
    **dict.fromkeys(("objects", "obstacles"), "props"),
    **dict.fromkeys(("base", "from"), "parent"),
    **dict.fromkeys(("input", "inputs"), "in"),
    "and": "all", "or": "any", "greater": "compare", "less": "compare", "clamp": "saturate",
    "ball": "spherical", "weld": "fixed", "range": "limit", "type": "kind", "kind": "type",
    "wait": "hold", "max": "range", "min": "range",
}  # fmt: skip
# Cyrillic letters and the Latin ones that look the same
ALIKE = str.maketrans("АВЕЅІЈКМНОРСТУХаеѕіјорсух", "ABESIJKMHOPCTYXaesijopcyx")


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known name that the author may have meant, None if none is near."""
    names = list(known)
    folded = {name.casefold(): name for name in reversed(names)}
    if word.casefold() in folded:
        return folded[word.casefold()]
    seen = {name.translate(ALIKE): name for name in reversed(names)}
    if word.translate(ALIKE) in seen:
        return seen[word.translate(ALIKE)]
    if (meant := HABITS.get(word.casefold())) in folded:
        return folded[meant]
    if len(names) > MAX_NAMES:
        return None  # comparing would take longer than looking
    # `forklift.ahead` beside `ahead` says nothing new, and its robot's name is like too many words
    candidates = [
        one for one in folded if "." in word or "." not in one or one.split(".")[-1] not in folded
    ]
    match = difflib.get_close_matches(word.casefold()[:100], candidates, n=1, cutoff=0.6)
    if match:
        return folded[match[0]]
    parts = [name for name in names if len(word) > 2 and word.casefold() in name.casefold()]
    if len(parts) == 1:
        return parts[0]
    tails = [name for name in names if name.rpartition(".")[2] == word.rpartition(".")[2]]
    return tails[0] if len(tails) == 1 else None


def listed(names: Iterable[str]) -> str:
    """Return names for a message: the first ones, and how many more there are."""
    known = list(names)
    more = f" and {len(known) - SHOWN} more" if len(known) > SHOWN else ""
    return f"{', '.join(known[:SHOWN]) or 'none'}{more}"


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return " - did you mean ...?" for the nearest of the known names, or nothing."""
    near = nearest(name, known)
    if near is None:
        return ""
    return f" - did you mean {near!r}?{remark(near[-len(name) :], name)}"  # of a robot


def hint(name: str, known: Collection[str], have: str = "there are") -> str:
    """Return what ends a message of an unknown name: the nearest one, or those that there are."""
    return did_you_mean(name, known) or f"; {have}: {listed(known)}"


def remark(near: str, text: str) -> str:
    """Return what to add to a suggestion that looks just like what the text has instead of it."""
    if near in text or near.translate(ALIKE) not in text.translate(ALIKE):
        return ""
    return " (some Cyrillic letters look like Latin ones)"
