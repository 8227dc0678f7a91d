"""Characters that nobody sees, and blanks that are none: what texts from elsewhere bring along."""

import re
import unicodedata

BLANK = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
NOTHING = "\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff"  # no width at all
ANY = re.compile(f"[{BLANK}{NOTHING}]")
# In a text some may be meant, joiners of emoji and of some scripts, but not at its ends.
STRAY = re.compile(f"^[{BLANK}{NOTHING}]+|[{BLANK}{NOTHING}]+$|[\u200b\u2060\ufeff]+")
# where a line of YAML has a blank: before its first word, after a dash, a colon or a comma
STRUCTURE = re.compile(f"^ *(?:- +)*-?([{BLANK}{NOTHING}])|[\\w\\]}}\"'][:,]([{BLANK}{NOTHING}])")
NAMES = {"\ufeff": "byte order mark"}


def read_key(text: str) -> tuple[int, str] | None:
    """Return where a key has the first of them, and what it may be without them; None for none."""
    found = ANY.search(text)
    if found is None:
        return None
    cleaned = re.sub(f"[{NOTHING}]", "", text).strip()
    return found.start(), "" if ANY.search(cleaned) else cleaned


def read_value(text: str) -> tuple[int, str] | None:
    """Return where a plain text has the first that is not meant, and the text without them."""
    found = STRAY.search(text)
    return (found.start(), STRAY.sub("", text)) if found else None


def find_in_line(line: str) -> int | None:
    """Return the place of the first in a line that YAML takes for part of a word."""
    found = STRUCTURE.search(line)
    return found.start(found.lastindex or 0) if found else None


def clean(line: str) -> str:
    """Return a line with blanks for all that look like one, and without what nobody sees."""
    return re.sub(f"[{BLANK}]", " ", re.sub(f"[{NOTHING}]", "", line))


def tell(character: str) -> str:
    """Return what is wrong with a character."""
    name = NAMES.get(character) or unicodedata.name(character, "a character").lower()
    advice = "it looks like a blank and is none: type a blank"
    if re.match(f"[{NOTHING}]", character):
        advice = "it cannot be seen: delete it"
    return f"U+{ord(character):04X} ({name}) stands here; {advice}"
