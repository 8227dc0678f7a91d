"""YAML text -> pieces: every key and value of it with the span of text that it takes.

The parser says where things begin; where they end, and where dashes, commas and colons stand, is
looked up in the text between them, where nothing but white space and comments can be.
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import yaml

from simulator.spec.errors import KeyPath, SpecErrors, Step
from simulator.spec.reading import syntax

FATAL = {"E103", "E104", "E105", "E106", "E107", "E112", "E113", "E114", "E115", "E116"}
BLANK = re.compile(r"(?:[ \t\r\n\x85\u2028\u2029\ufeff]|#[^\r\n\x85\u2028\u2029]*)*")
PROPERTY = re.compile(r"[&!]\S*?(?=[\s,\[\]{}]|$)")


class Piece:
    """A value of the text: what it says, and where it stands.

    `start` is where its anchor begins, if any, `body` where the value itself begins, `end` where
    its last character ends; an empty value has none and stands behind its colon or dash.
    """

    __slots__ = (
        "anchor",
        "body",
        "end",
        "is_flow",
        "items",
        "keys",
        "kind",
        "marks",
        "start",
        "style",
        "target",
        "value",
    )  # fmt: skip

    def __init__(self, kind: str, start: int, body: int, end: int) -> None:
        self.kind = kind  # "scalar", "list", "dict", "alias"
        self.start, self.body, self.end = start, body, end
        self.value: Any = None  # of a scalar
        self.style = ""  # of a scalar: plain "", ', ", |, >
        self.is_flow = False  # of a list or mapping: in brackets, or in one that is
        self.anchor: str | None = None
        self.target: Piece | None = None  # of an alias
        self.items: list[Piece] = []  # the values
        self.keys: list[Piece] = []  # of a mapping: the keys, row by row with the values
        self.marks: list[Mark] = []  # of both: where each item begins

    @property
    def real(self) -> "Piece":
        """The value that this is, or that this alias stands for."""
        return self.target if self.target is not None else self

    def names(self) -> list[str]:
        """Return a mapping's keys as texts, in order."""
        return [key_text(key) for key in self.keys]

    def row(self, step: Step) -> int:
        """Return the row of a key or index; LookupError if it is not there."""
        if self.kind == "dict" and isinstance(step, str):
            return {name: row for row, name in reversed([*enumerate(self.names())])}[step]
        if self.kind == "list" and isinstance(step, int) and 0 <= step < len(self.items):
            return step
        raise LookupError(step)


class Mark(NamedTuple):
    """Where an item of a list or mapping begins, and where its value may begin."""

    start: int  # of its key, or its dash
    slot: int  # behind its colon or dash; -1 where a key has no colon


def key_text(key: Piece) -> str:
    """Return a key as the loader names it."""
    return str(key.real.value) if key.real.kind == "scalar" else ""


def skip(text: str, position: int) -> int:
    """Return where the next thing stands that is neither white space nor comment."""
    found = BLANK.match(text, position)
    return found.end() if found else position


def read(text: str, file: str = "") -> Piece | None:
    """Return the top piece of a text, None if it says nothing.

    Raises:
        SpecErrors: It is not YAML, or beyond the loader's limits; with the place.
    """
    reader = _Reader(text)
    try:
        top = reader.read()
    except (yaml.YAMLError, LookupError):
        top = None
        reader.aliases += 1
    if reader.aliases or reader.documents > 1 or reader.deepest > syntax.MAX_DEPTH:
        _, problems = syntax.read(text.encode("utf-8"), file)
        if fatal := [problem for problem in problems if problem.code in FATAL]:
            raise SpecErrors(fatal)
    return top


class _Reader:
    """Builds pieces from the parser's events; `open` holds the unfinished ones."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.open: list[Piece] = []
        self.waiting: list[Piece | None] = []  # the key that waits for its value
        self.anchors: dict[str, Piece] = {}
        self.top: Piece | None = None
        self.documents = self.aliases = self.deepest = 0

    def read(self) -> Piece | None:
        """Return the top piece of the first document."""
        for event in yaml.parse(self.text, Loader=syntax.Loader):
            if isinstance(event, yaml.ScalarEvent):
                self.place(self.scalar(event))
            elif isinstance(event, yaml.AliasEvent):
                self.place(self.alias(event))
            elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
                self.begin(event)
            elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
                self.finish(event)
            elif isinstance(event, yaml.DocumentStartEvent):
                self.documents += 1
        return self.top

    def new(self, kind: str, event: Any) -> Piece:
        """Return a piece that begins at an event, its properties found."""
        start = body = event.start_mark.index
        has_properties = event.anchor is not None or event.tag is not None
        while has_properties and (found := PROPERTY.match(self.text, body)):
            is_empty = kind == "scalar" and found.end() >= event.end_mark.index
            body = found.end() if is_empty else skip(self.text, found.end())
            has_properties = not is_empty
        piece = Piece(kind, start, body, event.end_mark.index)
        if event.anchor is not None:
            piece.anchor = event.anchor
            self.anchors[event.anchor] = piece
        return piece

    def scalar(self, event: Any) -> Piece:
        """Return a scalar's piece; an empty one is moved behind its colon or dash."""
        piece = self.new("scalar", event)
        piece.style = event.style or ""
        piece.value = event.value
        is_key = bool(self.open) and self.open[-1].kind == "dict" and self.waiting[-1] is None
        if event.implicit[0] and not is_key:
            try:
                piece.value = syntax.resolve(event.value)
            except ValueError:  # the loader has its say about .nan and 1e999
                piece.value = event.value
        if piece.style in ("|", ">"):
            piece.end = self._end_of_block(piece)
        piece.end = max(piece.end, piece.body)
        return piece

    def _end_of_block(self, piece: Piece) -> int:
        """Return the end of a block scalar's last line; `+` keeps the empty ones behind it."""
        header = re.compile(r"[|>][^\s#]*").match(self.text, piece.body)
        if header and "+" in header.group():
            return piece.end
        return piece.body + len(self.text[piece.body : piece.end].rstrip())

    def alias(self, event: Any) -> Piece:
        """Return an alias' piece."""
        piece = Piece("alias", event.start_mark.index, event.start_mark.index, event.end_mark.index)
        piece.anchor, piece.target = event.anchor, self.anchors[event.anchor]
        self.aliases += 1
        return piece

    def begin(self, event: Any) -> None:
        """Start a list or mapping."""
        piece = self.new("dict" if isinstance(event, yaml.MappingStartEvent) else "list", event)
        piece.is_flow = bool(event.flow_style)
        self.open.append(piece)
        self.waiting.append(None)
        self.deepest = max(self.deepest, len(self.open))

    def finish(self, event: Any) -> None:
        """End the innermost list or mapping: its own end, and where its items begin."""
        piece = self.open.pop()
        self.waiting.pop()
        if piece.is_flow and self.text[piece.body : piece.body + 1] in ("[", "{"):
            piece.end = event.end_mark.index
            self._mark_items(piece, piece.body + 1)
        else:
            self._mark_items(piece, piece.body)
            piece.end = piece.items[-1].end if piece.items else piece.body
        self.place(piece)

    def _mark_items(self, piece: Piece, position: int) -> None:
        """Find dashes, keys and colons, and put empty values behind them."""
        for row, item in enumerate(piece.items):
            start = skip(self.text, position)
            if row and piece.is_flow and self.text[start : start + 1] == ",":
                start = skip(self.text, start + 1)
            slot = -1
            if piece.kind == "dict":
                colon = skip(self.text, max(piece.keys[row].end, start))
                slot = colon + 1 if self.text[colon : colon + 1] == ":" else -1
            elif not piece.is_flow:
                slot = start + 1
            if item.kind == "scalar" and item.start == item.end and slot >= 0:
                item.start = item.body = item.end = slot
            elif item.kind == "scalar" and item.start == item.end:
                item.start = item.body = item.end = piece.keys[row].end if piece.keys else start
            piece.marks.append(Mark(start, slot))
            position = max(item.end, slot, start)

    def place(self, piece: Piece) -> None:
        """Put a finished piece where it belongs."""
        if not self.open:
            self.top = piece if self.top is None else self.top
            return
        parent = self.open[-1]
        if parent.kind == "dict" and self.waiting[-1] is None:
            self.waiting[-1] = piece
            return
        parent.items.append(piece)
        if parent.kind == "dict":
            key = self.waiting[-1]
            assert key is not None
            parent.keys.append(key)
            self.waiting[-1] = None


def plain(piece: Piece | None) -> Any:
    """Return the bare data; what an anchor and its aliases say is one object."""
    return _plain(piece, {})


def _plain(piece: Piece | None, known: dict[int, Any]) -> Any:
    if piece is None:
        return None
    piece = piece.real
    if id(piece) in known:
        return known[id(piece)]
    result: Any = piece.value
    if piece.kind == "list":
        result = [_plain(item, known) for item in piece.items]
    elif piece.kind == "dict":
        result = {}
        for key, item in zip(piece.keys, piece.items, strict=True):
            result.setdefault(key_text(key), _plain(item, known))
    known[id(piece)] = result
    return result


def walk(piece: Piece | None, path: KeyPath = ()) -> Iterator[tuple[KeyPath, Piece]]:
    """Yield every piece that stands in the text with its path; aliases are not entered."""
    if piece is None:
        return
    yield path, piece
    steps: list[Step] = [*piece.names()] if piece.kind == "dict" else [*range(len(piece.items))]
    for step, item in zip(steps, piece.items, strict=True):
        yield from walk(item, (*path, step))
