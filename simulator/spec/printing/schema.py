"""JSON Schemas of the four kinds of file, for editors that complete and underline keys.

They know the unit suffixes; what spans several keys or files is for `simulator check`.
"""

import copy
import json
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from .. import units
from ..fields import Spec
from ..models.layout import Key, keys_of
from ..reading.kinds import MODELS
from ..reading.write import write_whole
from .describe import notes

FOLDER = Path(__file__).parents[1] / "schemas"
BOUNDS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
# JavaScript's \w knows Latin letters only
PATTERNS = {
    r"^[^\W\d]\w*$": r"^[^\d\s.\-][^\s.\-]*$",
    r"^[^\W\d]\w*(\.[^\W\d]\w*)*$": r"^[^\d\s.\-][^\s\-]*$",
}


def export(folder: Path) -> list[Path]:
    """Write every schema into a folder; return the files.

    Raises:
        OSError: One cannot be written; it names the file.
    """
    paths = [folder / f"{kind}.schema.json" for kind in MODELS]
    for path, kind in zip(paths, MODELS, strict=True):
        write_whole(path, as_text(kind))
    return paths


def as_text(kind: str) -> str:
    """Return the schema of a kind as the text of its file."""
    return json.dumps(build(kind), ensure_ascii=False, indent=1) + "\n"


def build(kind: str) -> dict[str, Any]:
    """Return the schema of a kind of file."""
    model = MODELS[kind]
    schema = model.model_json_schema(by_alias=True)
    models = {found.__name__: found for found in list_models(model)}
    parts = schema.pop("$defs", {})
    parts = {name: _finish(part, models[name]) for name, part in parts.items() if name in models}
    top = _finish(schema, model)
    head = {"$schema": "http://json-schema.org/draft-07/schema#", "title": f"{kind} file"}
    return _tidy({**head, **{k: v for k, v in top.items() if k != "title"}, "definitions": parts})


def list_models(model: type[BaseModel]) -> list[type[Spec]]:
    """Return a model and all models inside it."""
    found: list[Any] = [model]
    for each in found:
        inner = (key.model for key in keys_of(each).values())
        found += [part for part in dict.fromkeys(inner) if part and part not in found]
    return found


def _finish(schema: dict[str, Any], model: type[Spec]) -> dict[str, Any]:
    """Return a model's schema with descriptions and suffixed keys, without the loader's fields."""
    written, texts = schema["properties"], notes(model)
    properties: dict[str, Any] = {}
    choices = []
    for name, key in keys_of(model).items():
        own = {k: v for k, v in written[name].items() if k != "title"}
        properties[name] = own | _describe(texts.get(name), key)
        suffixed = {f"{name}_{suffix}": _in_unit(own, suffix) for suffix in _suffixes(key)}
        properties |= suffixed
        if key.required and suffixed:
            choices.append({"anyOf": [{"required": [each]} for each in (name, *suffixed)]})
    result = {k: v for k, v in schema.items() if k not in ("properties", "required", "title")}
    result["properties"] = properties
    needed = [n for n, key in keys_of(model).items() if key.required and not _suffixes(key)]
    result |= {"required": needed} if needed else {}
    return result | ({"allOf": choices} if choices else {})


def _suffixes(key: Key) -> list[str]:
    return units.fitting(key.unit) if key.number and key.unit else []


def _describe(text: str | None, key: Key) -> dict[str, str]:
    unit = f"[{key.unit.replace('|', ' or ')}]" if key.unit else ""
    words = " ".join(filter(None, (text, unit)))
    return {"description": words} if words else {}


def _in_unit(schema: dict[str, Any], suffix: str) -> dict[str, Any]:
    """Return a number's schema in another unit: bounds other than zero and the default go."""
    result = copy.deepcopy(schema)
    result.pop("default", None)
    for part in _walk(result):
        for bound in BOUNDS:
            if part.get(bound):
                del part[bound]
    return {**result, "description": f"in {suffix.replace('_per_', '/')}"}


def _walk(part: Any) -> list[dict[str, Any]]:
    if isinstance(part, dict):
        return [part, *(found for inner in part.values() for found in _walk(inner))]
    return [found for inner in part for found in _walk(inner)] if isinstance(part, list) else []


def _tidy(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema in the words of draft 7, which editors know best."""
    for part in _walk(schema):
        if isinstance(part.get("prefixItems"), list):
            part["items"] = part.pop("prefixItems")
        pattern = part.get("pattern")
        if isinstance(pattern, str):
            part["pattern"] = PATTERNS.get(pattern, pattern)
        named = part.get("patternProperties")
        if named is not None and "properties" not in part:
            part["patternProperties"] = {PATTERNS.get(k, k): v for k, v in named.items()}
            part["additionalProperties"] = False
        reference = part.get("$ref")
        if isinstance(reference, str):
            part["$ref"] = reference.replace("#/$defs/", "#/definitions/")
        if isinstance(part.get("title"), str) and part is not schema:
            del part["title"]
        _allow_one_include(part)
    return schema


def _allow_one_include(part: dict[str, Any]) -> None:
    include = part.get("properties", {}).get("include")
    if isinstance(include, dict) and include.get("type") == "array":
        one = {"type": "string"}
        part["properties"]["include"] = {
            "anyOf": [one, {"type": "array", "items": one}],
            "description": include.get("description", ""),
        }
