"""YAML text -> nodes that know their place, by the rules of YAML 1.2's core schema, within limits.

Nodes are built straight from the parser's event stream, without recursion, so that a file of a
hundred thousand brackets is refused at the sixty-fifth.
"""

import math
import re
from functools import lru_cache
from typing import Any, NamedTuple, NoReturn

import yaml

from ..errors import KeyPath, Mark, Problem, Problems, SpecErrors, TooManyProblems, show_path
from ..once import once
from . import invalid, unseen

MAX_BYTES = 8 * 1024 * 1024
MAX_DEPTH = 64
MAX_ALIASES = 1000
MAX_NODES = 1_000_000
LARGEST_NUMBER = 1e300

Loader: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
Scalar = str | int | float | bool | None

NULL = {"", "~", "null", "Null", "NULL"}
BOOL = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
INTEGER = re.compile(r"[-+]?[0-9]+")
BASED = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
NOT_FINITE = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
ANOTHER = (
    "`simulator new robot NAME --urdf FILE` makes a robot of a URDF, `--mjcf FILE` of an MJCF file"
)
NOT_UTF8 = "not UTF-8 text; save the file as UTF-8"
LINE_END = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]")


class Origin(NamedTuple):
    """Where a part was written that a use of a named diagram copied, and what to say of it."""

    path: KeyPath
    note: str = ""
    prefix: str = ""  # of the names of the use's blocks


class Node:
    """A scalar, a list of nodes or a mapping of nodes, and where it stands."""

    __slots__ = (
        "doubles", "given", "height", "keys", "mark", "origin", "partial", "rows", "size", "suffix",
        "value",
    )  # fmt: skip

    def __init__(self, value: Any, mark: Mark, keys: dict[str, Mark] | None = None) -> None:
        self.value: Any = value  # Scalar | list[Node] | dict[str, Node]
        self.mark = mark
        self.keys: dict[str, Mark] = keys or {}  # of a mapping: where each key stands
        self.doubles: tuple[tuple[str, Mark, Node], ...] = ()  # keys that stand there once more
        self.size = 1  # nodes in it, aliases expanded
        self.height = 1  # levels in it
        self.suffix: str | None = None  # unit suffix that its numbers were written with
        self.given: Scalar = None  # with a suffix: the number as written; "" where nothing is
        self.rows: list[int] | None = (
            None  # of a list that lost rows or is of two files: where each stood
        )
        self.origin: Origin | None = None  # of a part that a use of a named diagram brought here
        self.partial = False  # of a file: one that it includes could not be read

    def numbered(self) -> list[tuple[int, "Node"]]:
        """Return the items of a list, each with its row as its file has it."""
        return list(zip(self.rows or range(len(self.value)), self.value, strict=True))

    def plain(self) -> Any:
        """Return the bare data."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        return self.value


def read(data: bytes, file: str) -> tuple[Node | None, list[Problem]]:
    """Return the top mapping of a file's bytes (None if it has none) and what is wrong with it."""
    node, problems = _read_once(data, file)
    return node, list(problems)


@lru_cache(maxsize=8)  # a check looks at a file for its kind and again for what it says
def _read(data: bytes, file: str) -> tuple[Node | None, list[Problem]]:
    if re.match(rb"(\xef\xbb\xbf)?\s*<[?!A-Za-z]", data):  # a byte order mark may be before it
        return None, [Problem(file, 1, 1, "", f"this is XML, not YAML: {ANOTHER}", "E109")]
    composer = _Composer(file)
    try:
        node = composer.compose(decode(data, file))
    except SpecErrors as errors:
        return None, [*composer.problems, *errors.problems]
    except TooManyProblems:
        return None, composer.problems
    except yaml.YAMLError as error:
        found = invalid.tell(error, data, file, Loader)
        here = [one for one in composer.problems if one.line == found.line]
        if any(one.code == "E118" for one in here):
            return None, composer.problems
        before = [one for one in composer.problems if one not in here or one.code != "E110"]
        return None, [*before, found]  # `{0, 0, 1]` has no key twice
    if node is None:
        return None, [Problem(file, 1, 1, "", "the file is empty", "E108")]
    if not isinstance(node.value, dict):
        message = "the file must be a mapping (`key: value` lines) at its top level"
        return None, [Problem(*node.mark, "", message, "E109")]
    return node, composer.problems


_read_once = once(_read)


def decode(data: bytes, file: str) -> str:
    """Return a file's text without byte order mark; SpecErrors with the place if it is none."""
    if len(data) > MAX_BYTES:
        _refuse(Mark(file, 1, 1), "E103", f"the file is larger than {MAX_BYTES // 2**20} MiB")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        _refuse(Mark(file, line, column), "E104", NOT_UTF8)
    if is_wide(text):
        _refuse(Mark(file, 1, 1), "E104", NOT_UTF8)
    if found := UNPRINTABLE.search(text):
        line = text.count("\n", 0, found.start()) + 1
        column = found.start() - text.rfind("\n", 0, found.start())
        character = f"U+{ord(found.group()):04X}"
        _refuse(
            Mark(file, line, column), "E105", f"the control character {character} is not allowed"
        )
    return text


def is_wide(text: str) -> bool:
    """Say whether every letter seems to be followed by a zero, as UTF-16 looks in UTF-8."""
    return text.count("\0") > len(text) // 8


def _refuse(mark: Mark, code: str, message: str) -> NoReturn:
    raise SpecErrors([Problem(*mark, "", message, code)])


class _Composer:
    """Builds nodes from events; `stack` holds the open collections."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems = Problems()
        self.stack: list[Node] = []
        self.names: list[tuple[str, Mark] | None] = []  # the key that waits for its value
        self.anchors: dict[str, Node | None] = {}  # None while its node is open
        self.opened: list[str | None] = []
        self.aliases = self.count = self.documents = 0
        self.top: Node | None = None
        self.double: tuple[Node, str] | None = None  # the last key that stands twice
        self.text = ""  # the whole file
        self.span = 0, 0  # where the last scalar starts and ends in it

    def compose(self, text: str) -> Node | None:
        """Return the only document's node, None for an empty file."""
        self.text = text
        for event in yaml.parse(text, Loader=Loader):
            self.accept(event)
        top = self.top
        is_empty = top is None or top.value is None or (top.value == {} and not self.problems)
        return None if is_empty else top

    def accept(self, event: Any) -> None:
        """Take one event into the tree."""
        kind = type(event)
        if kind is yaml.ScalarEvent:
            self.place(self.scalar(event), event)
        elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
            self.open(event, {} if kind is yaml.MappingStartEvent else [])
        elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
            self.close()
        elif kind is yaml.AliasEvent:
            self.place(self.alias(event), None)
        elif kind is yaml.DocumentStartEvent:
            self.documents += 1
            if self.documents > 1:
                _refuse(self.mark(event), "E116", "a second document (`---`) in the file")

    def mark(self, event: Any) -> Mark:
        """Return where the event starts."""
        start = event.start_mark
        return Mark(self.file, start.line + 1, start.column + 1)

    def note(self, mark: Mark, code: str, message: str) -> None:
        """Note a mistake that does not stop the reading, at the path that is being read."""
        levels = zip(self.stack, self.names, strict=True)
        steps = [
            len(node.value) if isinstance(node.value, list) else name[0] if name else ""
            for node, name in levels
        ]
        self.problems.append(Problem(*mark, show_path(filter(_is_step, steps)), message, code))

    def open(self, event: Any, value: dict | list) -> None:
        """Start a mapping or a list."""
        self.reject_tag(event)
        if len(self.stack) >= MAX_DEPTH:
            _refuse(self.mark(event), "E112", f"nested deeper than {MAX_DEPTH} levels")
        node = Node(value, self.mark(event))
        if event.anchor is not None:
            self.anchors[event.anchor] = None
        self.stack.append(node)
        self.names.append(None)
        self.opened.append(event.anchor)

    def close(self) -> None:
        """Finish the innermost collection and put it into the one around it."""
        node, anchor = self.stack.pop(), self.opened.pop()
        self.names.pop()
        parts = node.value.values() if isinstance(node.value, dict) else node.value
        for part in parts:
            node.size += part.size
            node.height = max(node.height, part.height + 1)
        if anchor is not None:
            self.anchors[anchor] = node
        self.place(node, None)

    def place(self, node: Node, event: Any) -> None:
        """Put a finished node where it belongs."""
        if event is not None and event.anchor is not None:
            self.anchors[event.anchor] = node
        self.add_count(1, node.mark)
        if not self.stack:
            self.top = node
        elif isinstance(self.stack[-1].value, list):
            self.stack[-1].value.append(node)
        elif self.names[-1] is None:
            self.names[-1] = self.key(node), node.mark
        else:
            self.insert(*self.names[-1], node)
            self.names[-1] = None

    def add_count(self, nodes: int, mark: Mark) -> None:
        """Count values, those behind aliases each time they are used."""
        self.count += nodes
        if self.count > MAX_NODES:
            _refuse(mark, "E113", f"more than {MAX_NODES} values")

    def key(self, node: Node) -> str:
        """Return a mapping key's text; "" where it is none, which is told."""
        if isinstance(node.value, dict | list) or not node.value:
            line, column = self.stack[-1].mark[1:]
            is_doubled = isinstance(node.value, dict) and node.mark[1:] == (line, column + 1)
            hint = "; a pair of braces is one too many" if is_doubled else ""
            self.note(node.mark, "E118", f"a key must be a plain word{hint}")
            return ""
        text = str(node.value)
        return text if text.isascii() else self.clean(text, node.mark, unseen.read_key(text))

    def clean(self, text: str, mark: Mark, found: tuple[int, str] | None) -> str:
        """Return a text without characters that nobody sees; the first that was found is told."""
        if found is None:
            return text
        at, cleaned = found
        self.note(self.mark_in(text, at, mark), "E105", unseen.tell(text[at]))
        return cleaned

    def mark_in(self, text: str, at: int, mark: Mark) -> Mark:
        """Return where a character of the last scalar stands: quotes and line ends are not in it.

        One that is written as an escape has the scalar's own place.
        """
        start, end = self.span
        found = start - 1
        for _ in range(text.count(text[at], 0, at + 1)):
            found = self.text.find(text[at], found + 1, end)
            if found < 0:
                return mark
        lines = LINE_END.split(self.text[start:found])
        before = mark.column if len(lines) == 1 else 1
        return Mark(mark.file, mark.line + len(lines) - 1, before + len(lines[-1]))

    def insert(self, key: str, mark: Mark, node: Node) -> None:
        """Add a key and its value to the innermost mapping."""
        mapping = self.stack[-1]
        if not key:
            return
        if key == "<<":
            message = "merge keys (`<<`) are not supported; use `include`, or repeat the values"
            self.note(mark, "E111", message)
        elif key in mapping.value:
            self.note_double(mapping, key, mark)
            mapping.doubles += ((key, mark, node),)
            if mapping.value[key].value is None:  # the other one is meant
                mapping.value[key] = node
        else:
            mapping.value[key] = node
            mapping.keys[key] = mark

    def note_double(self, mapping: Node, key: str, mark: Mark) -> None:
        """Note that a key is there already; of several in turn, as of an item without `-`, one."""
        first, names = mapping.keys[key].line, list(mapping.value)
        after = names[names.index(key) - 1] if names.index(key) else None
        follows, self.double = after is not None and self.double == (mapping, after), (mapping, key)
        if not follows:
            message = f"the key is already there in line {first}; a key may stand only once"
            is_item = len(self.stack) > 1 and isinstance(self.stack[-2].value, list)
            message += "; a new item begins with `- `" if is_item else ""
            self.note(mark, "E110", message)

    def alias(self, event: Any) -> Node:
        """Return the node that an alias stands for."""
        mark, target = self.mark(event), self.anchors.get(event.anchor)
        if event.anchor not in self.anchors:
            _refuse(
                mark, "E115", f"the alias *{event.anchor} has no anchor &{event.anchor} before it"
            )
        if target is None:
            _refuse(mark, "E115", f"the alias *{event.anchor} stands inside itself")
        self.aliases += 1
        self.add_count(target.size - 1, mark)
        if self.aliases > MAX_ALIASES:
            _refuse(mark, "E114", f"more than {MAX_ALIASES} aliases")
        if len(self.stack) + target.height > MAX_DEPTH:
            _refuse(mark, "E112", f"nested deeper than {MAX_DEPTH} levels by the alias")
        return target

    def reject_tag(self, event: Any) -> None:
        """Note that tags such as `!!python/object` mean nothing here."""
        if event.tag is not None:
            self.note(self.mark(event), "E119", "tags (`!...`) are not used")

    def scalar(self, event: Any) -> Node:
        """Return the node of a text, number, truth value or null."""
        self.reject_tag(event)
        mark, text = self.mark(event), event.value
        self.span = event.start_mark.index, event.end_mark.index
        if not event.implicit[0] or self.waits_for_key():
            return Node(text, mark)
        if not text.isascii():
            text = self.clean(text, mark, unseen.read_value(text))
        try:
            node = Node(resolve(text), mark)
        except ValueError as error:
            self.note(mark, "E117", str(error))
            return Node(0, mark)
        node.given = None if text else text
        return node

    def waits_for_key(self) -> bool:
        """Say whether the next scalar is a key, which is always text."""
        return (
            bool(self.stack) and isinstance(self.stack[-1].value, dict) and self.names[-1] is None
        )


def _is_step(step: str | int) -> bool:
    return step != ""


def resolve(text: str) -> Scalar:
    """Return the value of a plain scalar by YAML 1.2's core schema; ValueError if not finite."""
    if text in NULL:
        return None
    if text in BOOL:
        return BOOL[text]
    if text[0] not in "+-.0123456789":
        return text
    if NOT_FINITE.fullmatch(text):
        raise ValueError(f"{text} is not a number that can be used; numbers must be finite")
    if BASED.fullmatch(text):
        return _bounded(int(text, 0), text)
    if INTEGER.fullmatch(text):
        return _bounded(int(text) if len(text) < 300 else math.inf, text)
    return _bounded(float(text), text) if FLOAT.fullmatch(text) else text


def _bounded(number: int | float, text: str) -> int | float:
    if abs(number) > LARGEST_NUMBER:
        raise ValueError(f"the number {text[:20]} is too large")
    return number
