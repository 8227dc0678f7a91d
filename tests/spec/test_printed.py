"""Schemas, references and the table of codes are current, and the schemas accept what ships."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from simulator.spec import codes, publish
from simulator.spec.check import check, kind_of, list_files
from simulator.spec.printing import reference, schema
from simulator.spec.reading import syntax

ROOT = publish.ROOT
FOLDERS = ("robots", "scenes", "consoles")
SHIPPED = [f for name in FOLDERS for f in list_files(ROOT / name)]


@pytest.mark.parametrize("path", publish.list_pages(), ids=lambda path: path.name)
def test_printed_pages_are_current(path):
    hint = "run `python -m simulator.spec.publish`"
    assert path.read_text(encoding="utf-8") == publish.list_pages()[path], hint


@pytest.mark.parametrize("folder", publish.READMES)
def test_words_of_models_are_printed_as_text(folder):
    printed = reference.as_markdown(publish.READMES[folder])
    assert "\n    " not in printed  # Markdown takes indented lines for code
    assert "number > 0, ≥" not in printed


@pytest.mark.parametrize("file", SHIPPED, ids=lambda path: path.name)
def test_the_schemas_accept_what_ships(file):
    node, problems = syntax.read(file.read_bytes(), file.name)
    assert node is not None and not problems
    kind = kind_of(file)
    assert kind is not None
    root = schema.build(kind)
    assert list(faults(node.plain(), root, root)) == []


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("robot", {"links": {"a": {"fixd": True}}}),
        ("robot", {}),
        ("robot", {"links": {"a b": {}}}),
        ("robot", {"links": {"a": {"mass_mm": 1}}}),
        ("robot", {"links": {}, "motors": {"m": {"type": "diesel"}}}),
        ("scene", {"digest": "x"}),
        ("scene", {"physics": {"step": "fast"}}),
        ("console", {"panel": {"a": {"type": "levr"}}}),
        ("script", {"actions": [{"hold": -1}]}),
        ("hardware", {"console": "a.yaml", "boards": {"a": {"osc": {"port": 99999}}}}),
    ],
)
def test_the_schemas_refuse_what_the_loader_refuses(kind, data):
    root = schema.build(kind)
    assert list(faults(data, root, root)) != []


def test_the_schemas_know_suffixes_and_both_forms_of_texts():
    root = schema.build("robot")
    motor = {"stall_torque_nm": 1, "no_load_speed_rpm": 3000, "time_constant_ms": 5}
    data = {"links": {"звено": {"mass_g": 5}}, "motors": {"m": motor}, "include": "a.yaml"}
    assert list(faults({**data, "title": "x"}, root, root)) == []
    assert list(faults({**data, "title": {"ru": "x", "en": "y"}}, root, root)) == []


def test_every_code_in_the_loader_is_explained_and_used():
    used = set()
    spec = Path(codes.__file__).parent
    for file in (*spec.rglob("*.py"), *spec.parent.glob("interop/*.py")):
        if file.name != "codes.py":
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and re.fullmatch(r"E\d{3}", str(node.value)):
                    used.add(node.value)
    assert used == set(codes.MEANING)


def test_everything_that_ships_is_without_problems():
    for folder in FOLDERS:
        assert check(ROOT / folder) == []


def faults(data: Any, part: Any, root: Any):
    """Yield what a JSON Schema (the words of draft 7 that ours use) refuses in plain data."""
    if part in (True, {}):
        return
    if "$ref" in part:
        yield from faults(data, root["definitions"][part["$ref"].rpartition("/")[2]], root)
    if "anyOf" in part and all(list(faults(data, each, root)) for each in part["anyOf"]):
        yield f"{data!r} fits no branch"
    for each in part.get("allOf", ()):
        yield from faults(data, each, root)
    if not fits_type(data, part.get("type")):
        yield f"{data!r} is no {part['type']}"
    if "enum" in part and data not in part["enum"]:
        yield f"{data!r} is none of {part['enum']}"
    if isinstance(data, dict):
        yield from mapping_faults(data, part, root)
    elif isinstance(data, list):
        yield from list_faults(data, part, root)
    elif isinstance(data, str):
        if not re.search(part.get("pattern", ""), data):
            yield f"{data!r} does not match"
    elif not isinstance(data, bool) and isinstance(data, int | float):
        low, high = part.get("minimum", -1e308), part.get("maximum", 1e308)
        above, below = part.get("exclusiveMinimum", -1e308), part.get("exclusiveMaximum", 1e308)
        if not (low <= data <= high and above < data < below):
            yield f"{data} is out of bounds"


def mapping_faults(data, part, root):
    patterns = part.get("patternProperties", {})
    for name in part.get("required", ()):
        if name not in data:
            yield f"{name} is missing"
    for name, value in data.items():
        matching = [inner for pattern, inner in patterns.items() if re.search(pattern, name)]
        if name in part.get("properties", {}):
            yield from faults(value, part["properties"][name], root)
        elif matching:
            yield from faults(value, matching[0], root)
        elif part.get("additionalProperties") is False:
            yield f"{name} is not known"


def list_faults(data, part, root):
    items = part.get("items", {})
    if not part.get("minItems", 0) <= len(data) <= part.get("maxItems", 10**6):
        yield f"{len(data)} items"
    for row, value in enumerate(data):
        inner = items[row] if isinstance(items, list) and row < len(items) else items
        yield from faults(value, inner if isinstance(inner, dict) else {}, root)


def fits_type(data: Any, name: str | None) -> bool:
    types = {
        "object": dict, "array": list, "string": str, "boolean": bool, "null": type(None),
        "number": (int, float), "integer": int,
    }  # fmt: skip
    if name is None:
        return True
    return isinstance(data, types[name]) and (name == "boolean" or not isinstance(data, bool))
