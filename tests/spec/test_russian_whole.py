"""Every mistake that the program can tell of a file is told in Russian, too."""

import re

import pytest

from simulator.spec import codes, russian
from simulator.spec.naming.fault_matrix import CANNOT
from tests.spec.told import list_messages

FOUND = list_messages()
CLAUSE = re.compile(r"[a-z]{2,} [a-z]{2,}")


OPEN = {  # what the source says in several places: how it begins, and some of it as it is told
    "must be A B": ["must be at least 0 mm, got -1", "must be less than 5, got 6"],
    "wrong unit: A_B of": [
        "wrong unit: above_deg of a push; write above, in N",
        "wrong unit: above_mm of a tilt; use above_deg, or above in rad",
    ],
    "A mm is too much": [
        "30 mm is too much: at most 8 mm, the radius of the smallest wheel",
        "30 mm is too much: at most 8 mm, a tenth of the loop",
    ],
    "unknown key A; did": [
        "unknown key SPAC; did you mean SPACE?",
        "unknown key А; did you mean A? (some Cyrillic letters look like Latin ones)",
    ],
    "A has no B; C does": [
        "a lamp has no zones; a gauge or clock does",
        "an attitude has no bits; a lamp does",
    ],
    "A has no zones; B does": ["a lamp has no zones; a gauge does"],
    "A B is not one of": ["the start 2 is not one of the values 0 to 1"],
    "A is B at least, never C": [
        f"time is {span}, {how} {bound} 3"
        for span in ("0 to 1 s", "0 at least")
        for how in ("never", "always")
        for bound in ("above", "below")
    ],
    "A is B to C, never D": ["a tilt is 0 to 180 deg, never below -50 deg"],
    "A; give `start`": ["the start 0 deg is outside the joint's limit [20, 90] deg; give `start`"],
    "-A is the negative": ["-kp is the negative of a number, but kp is true"],
    "- is the negative": ["-kp is the negative of a number, but kp is true"],
    "expected A, got B; give each a name": [
        "expected a mapping, got a list; give each a name, `NAME: ...`, instead of the `-`"
    ],
    "a A cannot be 'B': C": [
        f"a {family} cannot be {kind!r}: {why}"
        for family, kinds in CANNOT.items()
        for kind, why in kinds.items()
    ],
}
ELSEWHERE = {"E131", "E132", "E133", "E134", "E135", "E136"}  # of files that only commands read
INNER = {"A is at a step that no sequence has"}  # of a state that is restored, not of a file
FRAMES = "{}", "a.obj cannot be read as a mesh ({})", "a.fmu: {}"  # what a reason stands in


def is_said(message: str) -> bool:
    whole = (frame.format(message) for frame in FRAMES)
    return any(message not in (said := russian.say(one)) and _is_whole(one, said) for one in whole)


def _is_whole(message: str, said: str) -> bool:
    return not any(CLAUSE.search(one) and one in said for one in message.split("; "))


def test_what_is_said_of_every_code_is_found():
    assert {*codes.MEANING} - ELSEWHERE <= {*FOUND}


@pytest.mark.parametrize("code", sorted(FOUND))
def test_every_message_of_a_code_is_said_in_russian(code):
    closed = {one for one in FOUND[code] if not one.startswith(tuple(OPEN))} - INNER
    assert [one for one in sorted(closed) if not is_said(one)] == []


@pytest.mark.parametrize("begin", OPEN)
def test_what_is_said_in_several_places_is_said_in_russian(begin):
    assert any(one.startswith(begin) for told in FOUND.values() for one in told)
    assert [one for one in OPEN[begin] if not is_said(one)] == []
