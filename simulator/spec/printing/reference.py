"""The reference of the file formats, printed from the models into the folders' READMEs."""

import inspect
from typing import Any

from .. import codes, units
from ..models.layout import keys_of
from ..naming import references
from . import schema
from .describe import notes

BEGIN = "<!-- printed from the models: begin -->"
END = "<!-- printed from the models: end -->"
HEAD = "| key | what it takes | default | meaning |\n|---|---|---|---|\n"

TITLES = {
    "CameraLink": "camera link",
    "CommandLink": "command link",
    "Condition": "condition of a script",
    "GaitSpec": "gait of a robot",
    "HardwareSpec": "hardware file",
    "HeightField": "height field",
    "LinkProfile": "link profile",
    "RadiationSpec": "radiation source",
    "AngleDraw": "drawn angle",
    "FaultDraw": "drawn fault",
    "LengthDraw": "drawn length",
    "NumberDraw": "drawn number",
    "OperatorDraw": "drawn skill",
    "PlaceDraw": "drawn place",
    "ProfileDraw": "drawn link",
    "PushDraw": "drawn push",
    "SkillSpec": "trainee of a vary file",
    "TimeDraw": "drawn time",
    "VarySpec": "vary file",
    "AidSpec": "aid of an exercise",
    "AreaSpec": "zone of an exercise",
    "AxisBinding": "gamepad binding",
    "BreachSpec": "limit of an exercise",
    "DiagramSpec": "named diagram",
    "ExamSpec": "exam mode",
    "InputSpec": "input channel",
    "OutputSpec": "output channel",
    "ZoneSpec": "zone of a gauge",
    "PhysicsSpec": "physics settings",
    "PoseSpec": "start pose",
    "RobotPlacement": "robot in a scene",
    "ViewSpec": "camera of a scene",
}


def refresh(text: str, kinds: tuple[str, ...]) -> str:
    """Return a README with the printed part between its marks made current."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the marks {BEGIN} and {END} are missing")
    return f"{before}{BEGIN}\n\n{as_markdown(kinds)}\n{END}{after}"


def as_markdown(kinds: tuple[str, ...]) -> str:
    """Return the tables of keys of some kinds of file, then the unit suffixes."""
    models = {m.__name__: m for kind in kinds for m in schema.list_models(schema.MODELS[kind])}
    built = {kind: schema.build(kind) for kind in kinds}
    parts: dict[str, Any] = {}
    for kind in kinds:
        parts[schema.MODELS[kind].__name__] = built[kind]
        parts |= {n: part for n, part in built[kind]["definitions"].items() if n not in parts}
    tables = [_table(models[name], part) for name, part in parts.items() if name != "Text"]
    return "\n".join([*tables, units_table()])


def _table(model: Any, part: dict[str, Any]) -> str:
    texts = notes(model)
    text = f"### {title(model.__name__)}\n\n{inspect.getdoc(model)}\n\n{HEAD}"
    for name, key in keys_of(model).items():
        own = part["properties"][name]
        unit = f" [{key.unit.replace('|', ' or ')}]" if key.unit else ""
        takes = f"name of a {references.what(key.to)}" if key.to else words(own)
        if key.to and key.shape == "list":
            takes = f"list of names of {key.to}"
        takes = takes.replace("text", "path") if key.file else takes
        default = "**needed**" if key.required else _show(own.get("default"))
        meaning = texts.get(name, "").replace("|", "\\|")
        text += f"| `{name}` | {takes}{unit} | {default} | {meaning} |\n"
    return text


def title(name: str) -> str:
    """Return what a model is called in the reference."""
    return TITLES.get(name, name.removesuffix("Spec").lower())


def words(part: dict[str, Any]) -> str:
    """Return a JSON Schema's type in words."""
    if "white" in part.get("enum", ()):
        return "colour"
    if "enum" in part:
        return ", ".join(f"`{value}`" for value in part["enum"])
    if "const" in part:
        return f"`{part['const']}`"
    if "$ref" in part:
        return _link(part["$ref"].rpartition("/")[2])
    if branches := part.get("anyOf", part.get("oneOf")):
        known = [words(branch) for branch in branches if branch.get("type") != "null"]
        return " or ".join(dict.fromkeys(known))
    if part.get("type") == "array":
        return _list_words(part)
    if part.get("type") == "object":
        inner = next(iter(part.get("patternProperties", {}).values()), None)
        return f"names, each with {words(inner)}" if inner else "mapping"
    kind = {"number": "number", "integer": "whole number", "string": "text"}
    written = part.get("type", "")
    return _bounds(kind.get(written, "true or false" if written == "boolean" else written), part)


def _link(name: str) -> str:
    return "text" if name == "Text" else f"[{title(name)}](#{title(name).replace(' ', '-')})"


def _list_words(part: dict[str, Any]) -> str:
    items = part["items"]
    return f"{len(items)} numbers" if isinstance(items, list) else f"list of {words(items)}"


def _bounds(text: str, part: dict[str, Any]) -> str:
    signs = {"exclusiveMinimum": ">", "minimum": "≥", "exclusiveMaximum": "<", "maximum": "≤"}
    limits = [f"{sign} {part[key]:g}" for key, sign in signs.items() if key in part]
    if "pattern" in part and "#" in part["pattern"]:
        return "colour"
    return f"{text} {', '.join(limits)}" if limits else text


def _show(value: Any) -> str:
    if value is None or value in ([], {}, ""):
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict) or (isinstance(value, list) and isinstance(value[0], dict)):
        return "see there"
    if isinstance(value, list):
        return f"[{', '.join(f'{number:g}' for number in value)}]"
    return f"{value:g}" if isinstance(value, float) else str(value)


def units_table() -> str:
    """Return the table of unit suffixes."""
    symbols: dict[str, list[str]] = {}
    for suffix, unit in units.SUFFIXES.items():
        symbols.setdefault(unit.symbol, []).append(f"`_{suffix}`")
    rows = "".join(f"| {symbol} | {', '.join(found)} |\n" for symbol, found in symbols.items())
    return f"### Unit suffixes\n\n| SI unit of the key | suffixes |\n|---|---|\n{rows}"


def error_codes() -> str:
    """Return the page of error codes."""
    rows = "".join(f"| {code} | {text} |\n" for code, text in codes.MEANING.items())
    head = (
        "# Error codes\n\nWhat `simulator check` prints in brackets behind a problem of a file.\n"
    )
    other = "Words instead of a number (`[algebraic-loop]`) come from the functional diagram and\n"
    other += "the console's keys; their message says what to do.\n"
    return f"{head}{other}\n| code | meaning |\n|---|---|\n{rows}"
