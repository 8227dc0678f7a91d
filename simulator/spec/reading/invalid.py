"""What is no YAML: the parser's complaint, at the line that is wrong, with what to do about it."""

import re
from typing import Any

import yaml

from ..errors import Problem

GLUED = re.compile(r"\s*(- +)?[^\W\d]\w*:[^\s/]")  # `mass:700`, which is one text
HASH = re.compile(r"[:,\[] +#[0-9a-fA-F]{3}")  # `colour: #FFAA00`, which is no value
KEY = re.compile(r"\s*(- +)?[\w.]+\s*:(\s|$)")
COMMENT = "what follows a blank and # is a comment: put it in quotes"
UNCLOSED = "a quote is opened here and not closed in this line"

Place = tuple[int, int]  # line and column from 0


def tell(error: yaml.YAMLError, data: bytes, file: str) -> Problem:
    """Return the problem of a text that the parser cannot read."""
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
    if "mapping values are not allowed" in what:
        if (row := _find_bare(mark, lines)) is None:
            return here, None
        glued = f"put a blank behind the colon in line {row + 1}"
        missing = "a colon is missing in this line: write `key: value`"
        return (row, _indent(lines[row])), glued if GLUED.match(lines[row]) else missing
    if start is None or start.line >= mark.line:
        return here, None
    if "quoted scalar" in context:
        return (start.line, start.column), UNCLOSED
    if "could not find expected ':'" in what:
        text = lines[start.line] if start.line < len(lines) else ""
        is_glued = GLUED.match(text)
        advice = "put a blank behind the colon" if is_glued else "a colon is missing in this line"
        return (start.line, start.column), advice
    if "expected ',' or" in what:
        for row in range(start.line, mark.line):
            text = re.sub(r"'[^']*'|\\.", lambda found: " " * len(found[0]), lines[row])
            if found := HASH.search(text):
                return (row, found.end() - 4), COMMENT
            if text.count('"') % 2 and not text.lstrip().startswith("#"):
                return (row, text.rindex('"')), UNCLOSED
    return here, None


def _find_bare(mark: Any, lines: list[str]) -> int | None:
    """Return the row above that has no `key: value` though it is the first of its level."""
    above = [row for row in range(min(mark.line, len(lines))) if lines[row].strip()]
    if not above or mark.line >= len(lines):
        return None
    last, before = above[-1], lines[above[-2]].rstrip() if len(above) > 1 else ":"
    is_first = before.endswith(":") or lines[last].lstrip().startswith("- ")
    is_first &= _indent(lines[last]) == _indent(lines[mark.line])
    is_bare = GLUED.match(lines[last]) or ":" not in lines[last]
    return last if is_first and is_bare else None


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
        return f": its lines begin in column {start.column + 1}{_tell_above(mark, lines)}"
    if "mapping values are not allowed" in problem:
        above = (row for row in range(mark.line, -1, -1) if lines[row].strip())
        for row in [row for row, _ in zip(above, range(2), strict=False)]:
            if GLUED.match(lines[row]):
                return f"; put a blank behind the colon in line {row + 1}"
        return "; begin the line in the column of the one above, or put the text in quotes"
    if start and any(HASH.search(each) for each in lines[start.line : mark.line + 1]):
        return f"; {COMMENT}"
    if "expected ',' or" not in problem:
        return ""
    is_next = start is not None and mark.line > start.line and KEY.match(line)
    before = f", before line {mark.line + 1}" if is_next else ""
    return f"; a comma, a quote or the closing bracket is missing{before}"


def _tell_above(mark: Any, lines: list[str]) -> str:
    """Return in which column the line above begins, where it is not that of this one."""
    row = next((row for row in range(mark.line - 1, -1, -1) if lines[row].strip()), None)
    if row is None:
        return ""
    column = _indent(lines[row])
    if column == mark.column:
        return ""
    return f", but this one in {mark.column + 1}, and the line above in {column + 1}"
