"""Shader programs from the folder `shaders`, with includes and variants by definition."""

import re
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

import moderngl

from ..spec.errors import Unusable

FIRST = "surface.vert"
INCLUDE = re.compile(r'#include "([\w.]+)"$')


def find_folder(package: Path) -> Path:
    """Return where the shaders are: beside the package, or where pip has put them."""
    beside = package.parent / "shaders"
    if not (beside / FIRST).is_file():
        for file in metadata.files("simulator") or ():
            if file.name == FIRST:
                return Path(str(file.locate())).resolve().parent
    return beside


FOLDER = find_folder(Path(__file__).resolve().parents[1])
MESSAGE = re.compile(r"^(?:ERROR: )?\d+[:(](\d+)(?:\((\d+)\)|\))?\s*:\s*(.*)$", re.MULTILINE)


class ShaderError(Unusable):
    """A shader that cannot be read, or that the driver refuses: file, (line, column), complaint."""

    def __init__(self, file: Path, place: tuple[int, int], text: str) -> None:
        self.file, self.place, self.text = file, place, text
        super().__init__(f"{file}:{place[0]}:{place[1]}: {text}")


class Line(NamedTuple):
    """A line of a program's text and where it was written."""

    text: str
    file: str
    number: int


@cache
def read(name: str, outer: tuple[str, ...] = ()) -> tuple[Line, ...]:
    """Return the lines of a shader file with its includes in place; the `outer` ones include it.

    Raises:
        ShaderError: It is no text, or includes what is not there or includes itself.
    """
    lines: list[Line] = []
    inside = (*outer, name)
    for number, text in enumerate(_read_text(FOLDER / name).split("\n"), 1):
        found = INCLUDE.match(text)
        if found is None:
            lines.append(Line(text, name, number))
            continue
        place = number, 1 + found.start(1)
        if found[1] in inside:
            raise ShaderError(FOLDER / name, place, f"{found[1]} includes itself")
        if not (FOLDER / found[1]).is_file():
            raise ShaderError(FOLDER / name, place, f"there is no file {found[1]!r} beside it")
        lines += read(found[1], inside)
    return tuple(lines)


def _read_text(path: Path) -> str:
    try:
        data = path.read_bytes()
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except OSError as error:
        raise ShaderError(path, (1, 1), f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        text = "not UTF-8 text; save the file as UTF-8"
        raise ShaderError(path, (line, 1), text) from error


def build(
    ctx: moderngl.Context, vertex: str, fragment: str, **definitions: int
) -> moderngl.Program:
    """Return the program of two shader files; `definitions` become `#define NAME value`.

    Raises:
        ShaderError: One of them cannot be read, or the driver refuses it.
    """
    head = "#version 330 core\n" + "".join(
        f"#define {name} {value}\n" for name, value in definitions.items()
    )
    texts = [head + "\n".join(line.text for line in read(name)) for name in (vertex, fragment)]
    try:
        program = ctx.program(vertex_shader=texts[0], fragment_shader=texts[1])
    except moderngl.Error as error:
        name = fragment if "fragment_shader" in str(error) else vertex
        raise _locate(str(error), name, head.count("\n")) from error
    if "Frame" in program:
        program["Frame"].binding = 0  # type: ignore[union-attr]
    return program


def _locate(message: str, name: str, head: int) -> ShaderError:
    """Return the driver's first complaint at the line of the file that it is about."""
    found = MESSAGE.search(message)
    if found is None:
        text = " ".join(line for line in message.split("\n") if line.strip(" ="))
        return ShaderError(FOLDER / name, (1, 1), text)
    lines = read(name)
    line = lines[min(max(int(found[1]) - head - 1, 0), len(lines) - 1)]
    return ShaderError(FOLDER / line.file, (line.number, int(found[2] or 1)), found[3])


def set_value(program: moderngl.Program, name: str, value: object) -> None:
    """Set a uniform where this variant of the program still has it."""
    if name in program:
        program[name].value = value  # type: ignore[union-attr]
