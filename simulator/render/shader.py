"""Shader programs from the folder `shaders`, with includes and variants by definition."""

import re
from functools import cache
from pathlib import Path

import moderngl

FOLDER = Path(__file__).resolve().parents[2] / "shaders"
INCLUDE = re.compile(r'^#include "([\w.]+)"$', re.MULTILINE)


@cache
def read(name: str) -> str:
    """Return the text of a shader file with its includes put in place."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    return INCLUDE.sub(lambda match: read(match[1]), text)


def build(
    ctx: moderngl.Context, vertex: str, fragment: str, **definitions: int
) -> moderngl.Program:
    """Return the program of two shader files; `definitions` become `#define NAME value`."""
    head = "#version 330 core\n" + "".join(
        f"#define {name} {value}\n" for name, value in definitions.items()
    )
    program = ctx.program(vertex_shader=head + read(vertex), fragment_shader=head + read(fragment))
    if "Frame" in program:
        program["Frame"].binding = 0  # type: ignore[union-attr]
    return program


def set_value(program: moderngl.Program, name: str, value: object) -> None:
    """Set a uniform where this variant of the program still has it."""
    if name in program:
        program[name].value = value  # type: ignore[union-attr]
