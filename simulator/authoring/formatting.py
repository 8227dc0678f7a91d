"""A file opened and saved to the byte; a file tidied: ends of lines, blanks without meaning."""

import re
import tempfile
from pathlib import Path
from typing import NamedTuple

from simulator.spec.errors import SpecErrors
from simulator.spec.reading import syntax
from simulator.spec.reading.project import shown

from . import pieces, saving, twin
from .document import BOM, Document

LINE_END = re.compile(r"\r\n|\r|\n")


class Proof(NamedTuple):
    """What opening and saving a file without a change has shown."""

    values: int  # scalars that were found in the text
    fault: str  # why it is no proof; empty where it is


def prove(path: Path) -> Proof:
    """Open a file, give every value the value it has, save it as a copy and compare the bytes.

    Raises:
        OSError: It cannot be read.
        SpecErrors: It is not YAML.
    """
    data = path.read_bytes()
    document = Document(data, shown(path))
    values = sum(
        piece.kind == "scalar"
        for _, piece in pieces.walk(pieces.read(document.text, document.file))
    )
    node, problems = syntax.read(data, document.file)
    if node is None and document.get() is not None:
        raise SpecErrors(problems)
    if node is not None and not twin.is_same(document.get(), node.plain()):
        return Proof(values, "the editors read something other than the loader")
    with document.group():
        for key, value in node.value.items() if node is not None else ():
            document.set((key,), value.plain(), shared="all")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, path.name)
        saving.replace(copy, document.data)
        if copy.read_bytes() != data:
            return Proof(values, "the saved bytes differ")
    return Proof(values, "")


def tidy(data: bytes, file: str = "") -> bytes:
    r"""Return the same file with \n at the end of each line and no blanks before it.

    The byte order mark goes, too; the lines of texts (`|`, `>`) keep their blanks.

    Raises:
        SpecErrors: It is not YAML.
    """
    document = Document(data, file)
    blocks = [
        (piece.body, piece.end)
        for _, piece in pieces.walk(pieces.read(document.text, file))
        if piece.style in ("|", ">")
    ]
    lines, start = [], 0
    for found in [*LINE_END.finditer(document.text), None]:
        end = found.start() if found else len(document.text)
        line = document.text[start:end]
        is_text = any(first < start < last for first, last in blocks)
        lines.append(line if is_text else line.rstrip(" \t"))
        start = found.end() if found else end
    text = "\n".join(lines)
    text = text if is_kept(document.text) else text.rstrip("\n") + "\n"
    result = text.encode("utf-8")
    if not twin.is_same(Document(result, file).get(), document.get()):
        return data.removeprefix(BOM)
    return result


def is_kept(text: str) -> bool:
    """Say whether empty lines at the end of a text belong to its last value (`|+`)."""
    return any(
        piece.style in ("|", ">") and piece.end == len(text)
        for _, piece in pieces.walk(pieces.read(text))
    )
