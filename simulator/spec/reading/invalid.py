"""What is no YAML: the parser's complaint, at the line that is wrong, with what to do about it."""

import itertools
import re
from typing import Any

import yaml

from ..errors import Problem
from . import unseen

GLUED = re.compile(r"\s*(- +)?[^\W\d]\w*:[^\s/]")  # `mass:700`, which is one text
HASH = re.compile(r"[:,\[] +#[0-9a-fA-F]{3}")  # `colour: #FFAA00`, which is no value
MERGED = re.compile(r"<{7} ")  # as git leaves it where two have changed a line
BEGIN = re.compile(r"\s*(- |[\w.]+\s*:(\s|$))")  # of an item or a key
CLOSING = {"{": "}", "[": "]"}
COMMENT = "what follows a blank and # is a comment: put it in quotes"
LACKS = "; a comma, a quote or the closing bracket is missing"
SECTION = (
    "it may begin in a wrong column, or the line that begins a section may be missing above it"
)
UNCLOSED = "a quote is opened here and not closed in this line"

Place = tuple[int, int]  # line and column from 0


def tell(error: yaml.YAMLError, data: bytes, file: str, loader: type) -> Problem:
    """Return the problem of a text that the parser, YAML's `loader`, cannot read."""
    mark = getattr(error, "problem_mark", None)
    if mark is None:
        return Problem(file, 1, 1, "", f"not valid YAML: {error}", "E106")
    lines = data.decode("utf-8-sig").splitlines()
    line = lines[mark.line] if mark.line < len(lines) else ""
    if line[mark.column : mark.column + 1] == "\t" or line[: mark.column].endswith("\t"):
        message = "a tab in the indentation; use spaces"
        return Problem(file, mark.line + 1, mark.column + 1, "", message, "E107")
    context, start = getattr(error, "context", None), getattr(error, "context_mark", None)
    what = str(getattr(error, "problem", error))
    if found := _find_unseen(start.line if start else mark.line, mark, lines, loader):
        row, column = found
        message = unseen.tell(lines[row][column])
        return Problem(file, row + 1, column + 1, "", message, "E105")
    if (row := next((row for row, one in enumerate(lines) if MERGED.match(one)), None)) is not None:
        message = "a mark of a merge that is not done: keep one side, and take its marks out"
        return Problem(file, row + 1, 1, "", message, "E106")
    if "<document start>" in what and (row := _find_end(mark.line, lines)) is not None:
        message = "`...` ends the file, and what follows it would be lost: take it out"
        return Problem(file, row + 1, 1, "", message, "E116")
    if "<document start>" in what and (row := _find_indented(mark, lines)) is not None:
        message = f"not valid YAML: this line is indented, but line {mark.line + 1} is not"
        return Problem(file, row + 1, _indent(lines[row]) + 1, "", message, "E106")
    (row, column), advice = _find_cause(what, str(context), mark, start, lines)
    if advice is not None:
        return Problem(file, row + 1, column + 1, "", f"not valid YAML: {advice}", "E106")
    since = f" ({context} that starts in line {start.line + 1})" if context and start else ""
    code = "E115" if "undefined alias" in what else "E106"
    message = f"not valid YAML: {what}{since}{_advise(what, mark, start, lines)}"
    return Problem(file, row + 1, column + 1, "", message, code)


def _find_cause(
    what: str, context: str, mark: Any, start: Any, lines: list[str]
) -> tuple[Place, str | None]:
    """Return where the mistake is, if that is before the parser noticed it, and what it is."""
    here = (mark.line, mark.column)
    if "mapping values are not allowed" in what or "<document start>" in what:
        above = [row for row in range(min(mark.line, len(lines))) if _says(lines[row])]
        if above and lines[above[-1]].rstrip().endswith(" ="):
            return (above[-1], _indent(lines[above[-1]])), "a colon is missing in this line"
    if "mapping values are not allowed" in what:
        if (row := _find_bare(mark, lines)) is None:
            return here, None
        glued = f"put a blank behind the colon in line {row + 1}"
        missing = "a colon is missing in this line: write `key: value`"
        return (row, _indent(lines[row])), glued if GLUED.match(lines[row]) else missing
    if "expected key" in what and (row := _line_above(mark, lines)) is not None:
        if GLUED.match(lines[row]) and _indent(lines[row]) == _indent(lines[mark.line]):
            return (row, _indent(lines[row])), "put a blank behind the colon"
    if "expected key" in what or "'-' indicator" in what:
        if (row := _find_astray(mark.line, lines)) is not None:
            column, others = _margin(lines[row]), _margin(lines[mark.line])
            advice = f"this line begins in column {column + 1}, but those after it in {others + 1}"
            return (row, column), advice
    is_text = "cannot start any token" in what or "block scalar" in context
    if is_text and (place := _find_quote(0, mark.line, lines)):
        return place, UNCLOSED
    if start is None or start.line >= mark.line:
        return here, None
    if "quoted scalar" in context:
        return (start.line, start.column), UNCLOSED
    if "could not find expected ':'" in what:
        text = lines[start.line] if start.line < len(lines) else ""
        is_glued = GLUED.match(text)
        advice = "put a blank behind the colon" if is_glued else "a colon is missing in this line"
        return (start.line, start.column), advice
    if "expected ',' or" not in what:
        return here, None
    for row in range(start.line, mark.line):
        if found := HASH.search(_without_texts(lines[row])):
            return (row, found.end() - 4), COMMENT
    if place := _find_quote(start.line, mark.line, lines):
        return place, UNCLOSED
    if place := _find_open(start.line, mark.line, lines):
        bracket = lines[place[0]][place[1]]
        return place, f"the bracket {bracket} is not closed by {CLOSING[bracket]}{LACKS}"
    return here, None


def _find_unseen(first: int, mark: Any, lines: list[str], loader: type) -> Place | None:
    """Return the last character of some lines that looks like a blank, or like nothing.

    None where all is as wrong without such characters: they stand in comments or texts.
    """
    rows = range(first, min(mark.line + 1, len(lines)))
    found = {row: at for row in rows if (at := unseen.find_in_line(lines[row])) is not None}
    if not found:
        return None
    cleaned = [unseen.clean(line) if row in found else line for row, line in enumerate(lines)]
    try:
        for _ in yaml.parse("\n".join(cleaned), Loader=loader):
            pass
    except yaml.YAMLError as error:
        other = getattr(error, "problem_mark", None)
        if other is not None and (other.line, other.column) == (mark.line, mark.column):
            return None
    return max(found.items())


def _find_end(last: int, lines: list[str]) -> int | None:
    """Return the row of the last `...` before a row."""
    rows = range(min(last, len(lines) - 1), -1, -1)
    return next((row for row in rows if lines[row].startswith("...")), None)


def _find_indented(mark: Any, lines: list[str]) -> int | None:
    """Return the first row of all, where it is indented further than that of the mark."""
    filled = (row for row, line in enumerate(lines) if not re.match(r"\s*(#|---|%|$)", line))
    first = next(filled, mark.line)
    return first if first < mark.line and _indent(lines[first]) > mark.column else None


def _without_texts(line: str) -> str:
    """Return a line with blanks for its texts in single quotes."""
    return re.sub(r"'[^']*'|\\.", lambda found: " " * len(found[0]), line)


def _find_quote(first: int, last: int, lines: list[str]) -> Place | None:
    """Return the only double quote in some lines that has no other one in its line."""
    texts = [_without_texts(line) for line in lines[first:last]]
    odd = [
        (first + row, text.rindex('"'))
        for row, text in enumerate(texts)
        if text.count('"') % 2 and not text.lstrip().startswith("#")
    ]
    return odd[0] if len(odd) == 1 else None


def _find_open(first: int, last: int, lines: list[str]) -> Place | None:
    """Return the bracket that is open where a line begins as if none were."""
    is_open: list[Place] = []
    for row in range(first, min(last + 1, len(lines))):
        line = lines[row]
        begins = row > first and _indent(line) <= _indent(lines[first]) and BEGIN.match(line)
        if begins:
            return is_open[-1] if is_open else None
        text = re.sub(r'"[^"]*"|\s#.*', lambda found: " " * len(found[0]), _without_texts(line))
        for column, letter in enumerate(text):
            if letter in CLOSING:
                is_open.append((row, column))
            elif letter in CLOSING.values() and is_open:
                is_open.pop()
    return is_open[-1] if is_open and last >= len(lines) else None


def _find_bare(mark: Any, lines: list[str]) -> int | None:
    """Return the row above that has no `key: value` though it is the first of its level."""
    filled = (row for row in range(min(mark.line, len(lines))) if lines[row].strip())
    above = [row for row in filled if not lines[row].lstrip().startswith("#")]
    if not above or mark.line >= len(lines):
        return None
    last, before = above[-1], lines[above[-2]].rstrip() if len(above) > 1 else ":"
    is_first = before.endswith(":") or lines[last].lstrip().startswith("- ")
    is_first &= _indent(lines[last]) == _indent(lines[mark.line])
    is_bare = GLUED.match(lines[last]) or ":" not in lines[last]
    return last if is_first and is_bare else None


def _find_astray(here: int, lines: list[str]) -> int | None:
    """Return the row above of a block's first line, if those after it begin in another column.

    They are from the row `here` on, where the parser stops, and at least two.
    """
    if here >= len(lines) or not (margin := _margin(lines[here])):
        return None
    above = [row for row in range(here - 1, -1, -1) if _says(lines[row])]
    inner = list(itertools.takewhile(lambda row: _margin(lines[row]) >= margin, above))
    level = _margin(lines[inner[-1]]) if inner else _margin(lines[above[0]]) if above else 0
    if level in (0, margin):
        return None
    block = itertools.takewhile(lambda row: _margin(lines[row]) >= level, above)
    first = [row for row in block if _margin(lines[row]) == level]
    below = (row for row in range(here, len(lines)) if _says(lines[row]))
    rest = itertools.takewhile(lambda row: _margin(lines[row]) >= margin, below)
    count = sum(_margin(lines[row]) == margin for row in rest)
    return first[0] if len(first) == 1 and count > 1 else None


def _says(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _line_above(mark: Any, lines: list[str]) -> int | None:
    """Return the row of the last line before the mark that is not empty."""
    if mark.line >= len(lines):
        return None
    return next((row for row in range(mark.line - 1, -1, -1) if lines[row].strip()), None)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" -"))


def _advise(problem: str, mark: Any, start: Any, lines: list[str]) -> str:
    """Return what to do about what the parser did not expect at `mark`, since `start`."""
    line = lines[mark.line] if mark.line < len(lines) else ""
    if "cannot start any token" in problem:
        return f"; put a text that begins with {line[mark.column : mark.column + 1]} in quotes"
    if start and ("expected key" in problem or "'-' indicator" in problem):
        if line[: mark.column].strip():  # `'it's'`, or `[1]]`
            return "; a quote or a bracket before it is one too many, or not closed"
        if start.column == mark.column:
            is_list = "'-' indicator" in problem
            lines_are, this_is = ("`- `", "none") if is_list else ("no `- `", "one")
            if is_list or line[mark.column :].startswith("- "):
                told = f": its lines begin with {lines_are}, but this one with {this_is}"
                return told + f"; {SECTION}" if start.column else told
        return f": its lines begin in column {start.column + 1}{_tell_above(mark, lines)}"
    if "unexpected ':'" in problem:
        return "; put a blank behind the colon, or the text in quotes"
    if "mapping values are not allowed" in problem:
        above = (row for row in range(mark.line, -1, -1) if lines[row].strip())
        for row in [row for row, _ in zip(above, range(2), strict=False)]:
            if GLUED.match(lines[row]):
                return f"; put a blank behind the colon in line {row + 1}"
        return "; begin the line in the column of the one above, or put the text in quotes"
    if start and any(HASH.search(each) for each in lines[start.line : mark.line + 1]):
        return f"; {COMMENT}"
    if "expected node content" in problem:
        return "; a value or the closing bracket is missing"
    return LACKS if "expected ',' or" in problem else ""


def _tell_above(mark: Any, lines: list[str]) -> str:
    """Return in which column the line above begins, where it is not that of this one."""
    row = _line_above(mark, lines)
    if row is None:
        return ""
    column = _indent(lines[row])
    if column == mark.column:
        return ""
    return f", but this one in {mark.column + 1}, and the line above in {column + 1}"
