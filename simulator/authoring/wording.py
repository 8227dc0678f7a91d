"""Plain data -> YAML text in the style of its surroundings."""

import json
import math
import re
from typing import Any

from simulator.spec.reading import syntax

WIDTH = 100  # characters that a line should keep to
STEP = 2  # characters of an indentation
PLAIN = re.compile(r"[^\W\d][\w ./()+-]*|[\w./-]+")  # texts that need no quotes anywhere
NAME = re.compile(r"[^\W\d]\w*")  # keys that need none
OTHER_YAML = re.compile("y|n|yes|no|on|off", re.IGNORECASE)  # truth values to older readers


class Unwritable(ValueError):  # noqa: N818 - says what the data is
    """The data has no place in a YAML file of ours; the text says why."""


def scalar(value: Any, style: str = "", *, old: str = "") -> str:
    """Return a text, number, truth value or null on one line; texts in `style` where that can be.

    Args:
        value: What is written.
        style: Quotes of a text: "", ' or ".
        old: What stood there; a whole number stays without a point.
    """
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return _number(value, old)
    if not isinstance(value, str):
        raise Unwritable(f"a {type(value).__name__} cannot be written")
    if syntax.UNPRINTABLE.search(value):
        raise Unwritable("a control character cannot be written")
    if style == "'" and "\n" not in value and value.isprintable():
        return "'" + value.replace("'", "''") + "'"
    if style == "" and is_plain(value):
        return value
    return quoted(value)


def quoted(text: str) -> str:
    """Return a text in double quotes, what does not print as escapes."""
    return re.sub(r"(?s).", _escape, json.dumps(text, ensure_ascii=False))


def _escape(found: re.Match[str]) -> str:
    letter = found.group()
    if letter.isprintable():
        return letter
    return f"\\u{ord(letter):04X}" if ord(letter) < 0x10000 else f"\\U{ord(letter):08X}"


def _number(value: float, old: str) -> str:
    if isinstance(value, int):
        return str(value)
    if not math.isfinite(value) or abs(value) > syntax.LARGEST_NUMBER:
        raise Unwritable(f"the number {value} cannot be written")
    if value.is_integer() and syntax.INTEGER.fullmatch(old) and abs(value) < 1e15:
        return str(int(value))
    mantissa, _, exponent = repr(value).partition("e")
    return f"{mantissa}e{int(exponent)}" if exponent else mantissa


def is_plain(text: str) -> bool:
    """Say whether a text reads as this text without quotes, in brackets, too."""
    if not PLAIN.fullmatch(text) or OTHER_YAML.fullmatch(text) or text != text.strip():
        return False
    if text.startswith("-") or not text.isprintable() or re.match(r"\.(?!\.?/)", text):
        return False
    try:
        return syntax.resolve(text) == text
    except ValueError:
        return False


def inline(value: Any) -> str:
    """Return any data on one line, lists and mappings in brackets."""
    if isinstance(value, dict):
        parts = (f"{key(name)}: {inline(item)}" for name, item in value.items())
        return "{" + ", ".join(parts) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(inline, value)) + "]"
    return scalar(value)


def key(name: Any) -> str:
    """Return a mapping's key; it is always a text."""
    if not isinstance(name, str):
        raise Unwritable(f"a key must be a text, not {name!r}")
    return name if NAME.fullmatch(name) and name.isprintable() else scalar(name)


def height(value: Any) -> int:
    """Return how many levels of lists and mappings the data has."""
    if isinstance(value, dict):
        return 1 + max(map(height, value.values()), default=0)
    if isinstance(value, list):
        return 1 + max(map(height, value), default=0)
    return 0


def beside(value: Any, column: int, indent: int) -> list[str]:
    """Return what stands behind a colon or a dash, as lines; the first goes on its line.

    What fits goes into brackets on that line, at most two levels of it. Lines but the first are
    indented by `indent`; `column` is where the first begins.
    """
    if isinstance(value, str) and "\n" in value and (lines := literal(value, indent)):
        return lines
    if not isinstance(value, dict | list) or not value:
        return [inline(value)]
    text = inline(value)
    if height(value) <= 2 and column + len(text) <= WIDTH:
        return [text]
    return ["", *below(value, indent)]


def below(value: Any, indent: int) -> list[str]:
    """Return a list's or mapping's items on lines of their own, all indented."""
    lines = []
    pad = " " * indent
    if isinstance(value, dict):
        for name, item in value.items():
            head = f"{pad}{key(name)}:"
            first, *rest = beside(item, len(head) + 1, indent + STEP)
            lines += [f"{head} {first}".rstrip(), *rest]
        return lines
    for item in value:
        first, *rest = beside(item, indent + 2, indent + STEP)
        if not first and rest:  # a mapping begins beside its dash
            first, *rest = [rest[0].lstrip(), *rest[1:]]
        lines += [f"{pad}- {first}", *rest]
    return lines


def literal(text: str, indent: int, header: str = "|") -> list[str]:
    """Return a text of several lines as a block (`|`); nothing where a block cannot hold it."""
    body = text.rstrip("\n")
    ends = len(text) - len(body)
    lines = body.split("\n")
    if not body or not all(line.isprintable() for line in lines) or body[0] in " \n":
        return []
    if any(line != line.rstrip() for line in lines):
        return []
    chomp = "-" if ends == 0 else "" if ends == 1 else "+"
    pad = " " * indent
    return [header + chomp, *((pad + line if line else "") for line in lines), *[""] * (ends - 1)]
