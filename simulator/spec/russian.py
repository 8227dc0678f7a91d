"""What is wrong with files, in Russian.

A message is a sentence of which `{}` are parts, and what follows it behind "; ", each known or not.
"""

import re
from functools import cache, lru_cache

from .errors import Problem
from .fields import Text
from .sentences import alarms, diagrams, exercises, machines, texts
from .sentences.words import PARTS, THINGS

SENTENCES = texts.SENTENCES | diagrams.SENTENCES | machines.SENTENCES | exercises.SENTENCES
SENTENCES |= alarms.SENTENCES
LIST = re.compile(r"([\w.,`'<>=! -]+) (or|and) ([\w.`'<>=!-]+)")  # of names
FLAG = "true or false"  # one word of a file or another, not two kinds of value
ALSO = re.compile(r"(.*?) \(also in (\d+) other places? of the file\)(.*)", re.DOTALL)
USED = re.compile(r"(.*) \(in the diagram (.+?), used as (.+?) in (.+?)\)", re.DOTALL)
LACKS = re.compile(r"(.*), and (\S+) is missing", re.DOTALL)
UNIT = re.compile(r"(.*) \(in ([^ ()]+)\)", re.DOTALL)
MEANT = re.compile(r"(.*?) - did you mean (.+?)\?(.*)", re.DOTALL)


def tell(problem: Problem) -> Text:
    """Return what is wrong, and what the author may have meant."""
    return Text(ru=say(problem.told), en=problem.told)


def line(problem: Problem) -> Text:
    """Return `file:line:column: path: what is wrong [code]`."""
    return Text(ru=problem.as_line(say(problem.told)), en=str(problem))


@lru_cache(1000)
def say(message: str) -> str:
    """Return a message in Russian, as far as it is known; all in English where its head is not."""
    if also := ALSO.fullmatch(message):
        alone, count = also[1] + also[3], int(also[2])
        places = "месте" if count % 10 == 1 and count % 100 != 11 else "местах"
        told = f" (и ещё в {count} {places} файла)"
        return f"{said}{told}" if (said := say(alone)) != alone else message
    if used := USED.fullmatch(message):
        where = f"в диаграмме {used[2]}, как {used[3]} в {used[4]}"
        return f"{said} ({where})" if (said := say(used[1])) != used[1] else message
    if meant := MEANT.fullmatch(message):
        more = meant[3].replace(
            "(some Cyrillic letters look like Latin ones)", "(кириллица похожа на латиницу)"
        )
        said = say(meant[1])
        return message if said == meant[1] else f"{said} - не {meant[2]} ли?{more}"
    if unit := UNIT.fullmatch(message):
        return f"{said} (в {unit[2]})" if (said := say(unit[1])) != unit[1] else message
    if lacks := LACKS.fullmatch(message):
        return f"{said}; не хватает {lacks[2]}" if (said := say(lacks[1])) != lacks[1] else message
    clauses = message.split("; ")
    for count in range(1, len(clauses) + 1):
        head = translate("; ".join(clauses[:count]), SENTENCES)
        if head is not None:
            rest = (translate(one, SENTENCES) or one for one in clauses[count:])
            return "; ".join([head, *rest])
    key, colon, rest = message.partition(": ")  # of a block's parameter
    said = say(rest) if colon and key.isidentifier() else rest
    return message if said == rest else f"{key}: {said}"


def translate(text: str, table: dict[str, str]) -> str | None:
    """Return a text by the form of a table that it has, the longest; None where it has none."""
    if text in table:
        return table[text]
    for form, russian in _forms(tuple(table.items())):
        if found := form.fullmatch(text):
            return russian.format(*map(_part, found.groups()))
    return None


def _part(text: str) -> str:
    """Return a part of a sentence: a value, what it should be, or whatever it is."""
    if text in THINGS:
        return THINGS[text]
    pieces = text.replace(FLAG, "\0").split(" or ")
    kinds = [THINGS.get(FLAG if one == "\0" else one) for one in pieces]
    if any(kinds):
        return " или ".join(kind or one for kind, one in zip(kinds, pieces, strict=True))
    if listed := LIST.fullmatch(text):
        return f"{_part(listed[1])} {'или' if listed[2] == 'or' else 'и'} {listed[3]}"
    return translate(text, PARTS) or text


@cache
def _forms(table: tuple[tuple[str, str], ...]) -> list[tuple[re.Pattern[str], str]]:
    """Return the patterns of a table's forms, what says most first, and their Russian."""
    rows = [(form, russian) for form, russian in table if "{}" in form]
    rows.sort(key=lambda row: -len(row[0].replace("{}", "")))
    return [
        (re.compile(re.escape(form).replace(r"\{\}", "(.+?)"), re.DOTALL), russian)
        for form, russian in rows
    ]
