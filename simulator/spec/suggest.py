"""What to say of a mistyped name: the nearest known one, or some that are known."""

import itertools
from collections.abc import Collection, Iterable

MAX_NAMES = 1000
SHOWN = 12  # names of a list
MOST_SLIPS = 3  # of the hand in one name
LEAST_STEM = 4  # letters that two forms of a word share
# what other simulators call it
HABITS = {
    **dict.fromkeys(("pos", "position", "origin", "xyz", "translation", "location"), "at"),
    **dict.fromkeys(("euler", "rotation", "orientation", "quat"), "rpy"),
    **dict.fromkeys(("collision", "visual", "geometry", "geom", "geoms"), "shapes"),
    **dict.fromkeys(("hinge", "continuous", "rotary"), "revolute"),
    **dict.fromkeys(("slide", "slider", "linear"), "prismatic"),
    **dict.fromkeys(("bodies", "parts"), "links"),
    **dict.fromkeys(("actuators", "drives"), "motors"),
    **dict.fromkeys(("objects", "obstacles"), "props"),
    **dict.fromkeys(("base", "from"), "parent"),
    **dict.fromkeys(("input", "inputs"), "in"),
    **dict.fromkeys(("dial", "meter"), "gauge"), **dict.fromkeys(("led", "light"), "lamp"),
    **dict.fromkeys(("graph", "plot", "trend"), "strip_chart"),
    "and": "all", "or": "any", "greater": "compare", "less": "compare", "clamp": "saturate",
    "ball": "spherical", "weld": "fixed", "range": "limit", "type": "kind", "kind": "type",
    "wait": "hold", "max": "range", "min": "range", "lower": "limit", "upper": "limit",
    "color": "colour", "weight": "mass", "effort": "stall_torque",
    "filter": "low_pass", "timer": "ton",
}  # fmt: skip
# what was typed where the keyboard was left in Russian
LAYOUT = str.maketrans(
    "йцукенгшщзхъфывапролджэячсмитьбюЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ",
    "qwertyuiop[]asdfghjkl;'zxcvbnm,.QWERTYUIOP[]ASDFGHJKL;'ZXCVBNM,.",
)
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
    low = word.casefold()[:100]
    if (found := _closest(low, candidates, 1)) is not None:
        return folded[found]
    if inner := [name for name in names if name.startswith(f"{word}.")]:
        return max(inner)
    words = set(word.casefold().split("_"))
    longer = [name for name in names if words < set(name.casefold().split("_"))]
    if len(longer) == 1:
        return longer[0]
    for typed in dict.fromkeys((low, low.translate(LAYOUT))):
        if (found := _closest(typed, candidates, MOST_SLIPS)) is not None:
            return folded[found]
    for some in (
        [name for name in names if words > set(name.casefold().split("_"))],
        [name for name in names if len(word) > 2 and word.casefold() in name.casefold()],
    ):
        if len(some) == 1:
            return some[0]
    tails = [name for name in names if name.rpartition(".")[2] == word.rpartition(".")[2]]
    if not tails and "." not in word:  # slips of the hand in what belongs to a robot
        near = _closest(low, {name.rpartition(".")[2].casefold() for name in names}, MOST_SLIPS)
        tails = [name for name in names if name.rpartition(".")[2].casefold() == near]
    return tails[0] if len(tails) == 1 else None


def _closest(word: str, names: Iterable[str], most_slips: int) -> str | None:
    """Return the name that is slips of the hand away, else its words in another form or order.

    Of three letters one may have slipped, as compilers count.
    """
    least, found = len(word), None
    forms = []
    # of two names as near that with the same letters is meant, or that the word begins with:
    # smu is sum, not fmu; holds is hold, not hold_s
    for name in sorted(names, key=lambda name: _rank(name, word)):
        most = min(max(len(word), len(name)) // 3, most_slips, least - 1)
        if (apart := _distance(_sound(word), _sound(name), most)) <= most:
            least, found = apart, name
        elif _is_form(word, name) or sorted(word.split("_")) == sorted(name.split("_")):
            forms.append(name)
    return found or (forms[0] if len(forms) == 1 else None)


def _rank(name: str, word: str) -> tuple[bool, bool]:
    return sorted(name) != sorted(word), not word.startswith(name)


def _sound(word: str) -> str:
    """Return a word with one letter for what sounds alike: alfa is alpha, akceleration one slip."""
    return word.replace("ph", "f").replace("ck", "k").replace("c", "k")


def _distance(one: str, other: str, most: int) -> int:
    """Return how many letters to change, add, leave out or swap with the next; at most `most` + 1.

    Optimal string alignment (Boytsov 2011, section 2.2).
    """
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one):
        last, before, row = before, row, [i + 1]
        for j, wanted in enumerate(other):
            best = min(before[j] + (letter != wanted), before[j + 1] + 1, row[j] + 1)
            if i and j and letter == other[j - 1] and wanted == one[i - 1]:
                best = min(best, last[j - 1] + 1)
            row.append(best)
        if min(row) > most:
            return most + 1
    return row[-1]


def _is_form(word: str, name: str) -> bool:
    """Say whether all parts of two names are the same but one that begins alike: integral, -tor."""
    pairs = list(zip(word.split("_"), name.split("_"), strict=False))
    if len(pairs) != word.count("_") + 1 or len(pairs) != name.count("_") + 1:
        return False
    different = [pair for pair in pairs if pair[0] != pair[1]]
    if len(different) != 1:
        return False
    alike = itertools.takewhile(
        lambda letters: letters[0] == letters[1], zip(*different[0], strict=False)
    )
    stem = sum(1 for _ in alike)
    return stem >= LEAST_STEM and 3 * stem >= 2 * min(map(len, different[0]))


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
