"""XML text -> tags that know their line and column; every mistake of a file is kept with its place.

A document type, and with it entities, is refused: they can grow without end.
"""

import math
import re
from pathlib import Path
from typing import NamedTuple
from xml.parsers import expat

from simulator.spec.errors import Mark, Problem, SpecErrors
from simulator.spec.fields import FARTHEST
from simulator.spec.reading.syntax import FLOAT as NUMBER
from simulator.spec.reading.syntax import MAX_DEPTH

from .adopted_source import Source

XACRO = "this is xacro: `pip install xacrodoc`, and `xacrodoc {0} -o {1}` writes the URDF"
XACRO_LEFT = "a value of xacro is left in it; `xacrodoc` writes them out (pip install xacrodoc)"
DTD = "a document type (DTD) is not read: take it out"
LARGEST = 1e9  # of other numbers than lengths; a limit beyond it means that there is none
ENDLESS = re.compile(r"[-+]?inf(inity)?", re.IGNORECASE)
OTHERS = {
    "sdf": "SDF, which is not read",
    "mujoco": "MJCF, which `--mjcf` reads",
    "COLLADA": "a COLLADA mesh, which is not read",
}


class Tag(NamedTuple):
    """An element: its name, attributes, the elements in it, and where it begins."""

    name: str
    attributes: dict[str, str]
    children: list["Tag"]
    mark: Mark

    def find(self, name: str) -> "Tag | None":
        """Return the first element of a name in it."""
        return next((child for child in self.children if child.name == name), None)

    def list(self, name: str) -> list["Tag"]:
        """Return all elements of a name in it."""
        return [child for child in self.children if child.name == name]


class Document(Source):
    """A URDF file: its root, and what is found to be wrong with it."""

    form = "URDF"
    drives = "`effort`"

    def __init__(self, path: Path) -> None:
        """Read a file.

        Raises:
            SpecErrors: It cannot be read, or is no URDF.
        """
        super().__init__(path)
        self.root = _parse(self.data, self.top)
        if self.root.name != "robot":
            other = OTHERS.get(self.root.name)
            what = f"this is {other}" if other else "not a URDF"
            message = f"{what}: its outermost element is <{self.root.name}>, not <robot>"
            raise SpecErrors([Problem(*self.root.mark, "", message, "E131")])

    def text(self, tag: Tag | None, key: str, where: str, owner: Tag) -> str:
        """Return an attribute that is needed, "" with a mistake noted where there is none."""
        value = tag.attributes.get(key, "").strip() if tag else ""
        if not value:
            self.tell((tag or owner).mark, where, f"`{key}` is missing", "E132")
        return value

    def numbers(
        self,
        tag: Tag | None,
        key: str,
        where: str,
        default: tuple[float, ...],
        most: float = FARTHEST,
    ) -> tuple[float, ...]:
        """Return an attribute's numbers, as many as the default has, none larger than `most`."""
        text = tag.attributes.get(key) if tag else None
        if tag is None or text is None:
            return default
        words = text.split()
        if "$(" in text or "${" in text:
            self.tell(tag.mark, where, f"`{key}`: {XACRO_LEFT}", "E133")
            return default
        if len(words) != len(default):
            count = len(default)
            message = f"`{key}` is {count} number{'s' * (count > 1)}, not {text!r}"
            self.tell(tag.mark, where, message, "E133")
            return default
        for word in words:
            if not NUMBER.fullmatch(word):
                self.tell(tag.mark, where, f"`{key}`: {word!r} is no number", "E133")
                return default
            if abs(float(word)) > most:
                message = f"`{key}`: {word} is too large; the most is {most:g}"
                self.tell(tag.mark, where, message, "E133")
                return default
        return tuple(map(float, words))

    def bound(self, tag: Tag | None, key: str, where: str) -> float:
        """Return an attribute's number, infinite where it says that there is no bound."""
        text = tag.attributes.get(key, "").strip() if tag else ""
        if ENDLESS.fullmatch(text) or (NUMBER.fullmatch(text) and abs(float(text)) > LARGEST):
            return math.copysign(math.inf, float(text))
        return self.number(tag, key, where)

    def number(
        self,
        tag: Tag | None,
        key: str,
        where: str,
        default: float = 0.0,
        most: float = LARGEST,
    ) -> float:
        """Return an attribute's number, which is not larger than `most`."""
        return self.numbers(tag, key, where, (default,), most)[0]


def _parse(data: bytes, top: Mark) -> Tag:
    """Return the outermost element of an XML text."""
    body = data.lstrip()  # which may stand before the declaration of others
    above = data[: len(data) - len(body)].count(b"\n")
    parser = expat.ParserCreate()
    root: list[Tag] = []
    open_tags: list[Tag] = []

    def place() -> Mark:
        return Mark(top.file, above + parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)

    def refuse(message: str) -> None:
        raise SpecErrors([Problem(*place(), "", message, "E131")])

    def begin(name: str, attributes: dict[str, str]) -> None:
        if name.startswith("xacro:"):
            stem = re.sub(r"(\.urdf)?\.xacro$|\.urdf$", "", Path(top.file).name)
            refuse(XACRO.format(top.file, f"{stem}.urdf"))
        if len(open_tags) >= MAX_DEPTH:
            refuse(f"elements nested deeper than {MAX_DEPTH} levels")
        tag = Tag(name, attributes, [], place())
        (open_tags[-1].children if open_tags else root).append(tag)
        open_tags.append(tag)

    parser.StartElementHandler = begin
    parser.EndElementHandler = lambda name: open_tags.pop()
    parser.StartDoctypeDeclHandler = lambda *_: refuse(DTD)
    try:
        parser.Parse(body, True)
    except expat.ExpatError as error:
        message = f"not valid XML: {expat.ErrorString(error.code)}"
        mark = Mark(top.file, above + error.lineno, error.offset + 1)
        raise SpecErrors([Problem(*mark, "", message, "E131")]) from error
    except (ValueError, LookupError):  # one of several bytes a letter, or none at all
        refuse("its encoding is not read: save it as UTF-8")
    return root[0]
