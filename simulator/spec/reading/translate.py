"""pydantic's errors -> plain English at the place of the offending key or value."""

import json
import re
from collections.abc import Iterable
from typing import Any, TypeVar

from pydantic import ValidationError

from .. import units
from ..errors import MAX_PROBLEMS, KeyPath, Mark, Problem, Step, show_path
from ..fields import COLOURS, InputFile, Spec
from ..models.layout import Key, key_at, keys_of
from ..suggest import did_you_mean, nearest
from .syntax import Node

S = TypeVar("S", bound=Spec)

EXPECTED = {
    "float": "a number",
    "int": "a whole number",
    "string": "a text",
    "bool": "true or false",
    "list": "a list",
    "tuple": "a list",
    "dict": "a mapping (`key: value`)",
    "model": "a mapping (`key: value`)",
    "dataclass": "a mapping (`key: value`)",
}
OUTER = "is a section of its own: begin its line in column 1"
NAME = re.compile(r"[^\W\d][\w.]*")  # about what `fields.Reference` takes
BOUNDS = {
    "greater_than": ("greater than", "gt"),
    "greater_than_equal": ("at least", "ge"),
    "less_than": ("less than", "lt"),
    "less_than_equal": ("at most", "le"),
}


def validate(node: Node, model: type[S]) -> tuple[S | None, list[Problem]]:
    """Return the model built from a converted node, or None and every mistake in it."""
    try:
        return parse(node, model), []
    except ValidationError as error:
        return None, translate(node, error.errors(include_url=False)[: 2 * MAX_PROBLEMS], model)


def parse(node: Node, model: type[S]) -> S:
    """Return the model built from a converted node; nothing is guessed from texts.

    Raises:
        ValidationError: The node does not fit the model.
    """
    return model.model_validate_json(json.dumps(node.plain()), strict=True)


def follow(node: Node, path: Iterable[Step]) -> tuple[list[Step], Node, Mark]:
    """Return the steps of `path` that exist in the node, the last node and its key's mark.

    Steps that are not in the file (pydantic's names of union members) are left out.
    """
    steps, mark = [], node.mark
    for step in path:
        if isinstance(node.value, dict) and step in node.value:
            mark = node.keys.get(str(step), node.mark)
            node = node.value[step]
        elif isinstance(node.value, list) and isinstance(step, int) and step < len(node.value):
            node = node.value[step]
            mark = node.mark
        else:
            continue
        steps.append(step)
    return steps, node, mark


def as_written(node: Node | None, path: Iterable[Step]) -> KeyPath:
    """Return the path with list rows as they are in their file."""
    shown: list[Step] = []
    for step in path:
        rows = node.rows if node is not None else None
        shown.append(rows[step] if rows and isinstance(step, int) and step < len(rows) else step)
        node = _child(node, step)
    return tuple(shown)


def _child(node: Node | None, step: Step) -> Node | None:
    if node is not None and isinstance(node.value, dict):
        return node.value.get(step)
    if node is not None and isinstance(node.value, list) and isinstance(step, int):
        return node.value[step] if step < len(node.value) else None
    return None


def translate(node: Node, errors: Iterable[Any], model: type[Spec]) -> list[Problem]:
    """Return the problems of one validation, those of a union's branches joined into one."""
    places: dict[KeyPath, list[Any]] = {}
    for error in errors:
        places.setdefault(tuple(follow(node, error["loc"])[0]), []).append(error)
    inner = {path[:i] for path in places for i in range(len(path))}
    problems: list[Problem] = []
    lists: dict[Any, Problem] = {}  # what is wrong with all of a list is told once
    for path, group in places.items():
        wrong_type = [error for error in group if _expectation(error)]
        others = [error for error in group if error not in wrong_type]
        if others:
            gaps = [error for error in others if _is_gap(error)]
            others = [error for error in others if not _is_gap(error)] + gaps[-1:]
            kinds = list(dict.fromkeys(filter(None, map(_expectation, wrong_type))))
            problems += [_single(node, error, kinds, model) for error in others]
        elif path not in inner:
            told = _type_problem(node, path, wrong_type, model)
            where = path[:-1] if told.code == "E310" else told.path
            lists.setdefault((where, told.message), told)
    merged = {
        told.path.rpartition("[")[0] for told in lists.values() if units.PUT_COMMAS in told.message
    }
    problems = [one for one in problems if one.code != "E307" or one.path not in merged]
    return [*problems, *lists.values()]


def tell(error: ValidationError, model: type[Spec]) -> str:
    """Return in one line what is wrong with values that stand in no file: an order, an option."""
    found = error.errors(include_url=False)
    return "; ".join(f"{show_path(one['loc'])}: {_tell_value(one, model)}" for one in found)


def _tell_value(error: Any, model: type[Spec]) -> str:
    kind, value = error["type"], error["input"]
    if kind == "extra_forbidden":
        return f"unknown key{did_you_mean(str(error['loc'][-1]), model.model_fields)}"
    if kind in BOUNDS:
        words, name = BOUNDS[kind]
        return f"must be {words} {error['ctx'][name]:g}, got {value}"
    if kind == "literal_error":
        return f"expected one of {error['ctx']['expected']}, got {describe(value)}"
    if wanted := _expectation(error):
        return f"expected {wanted}, got {describe(value)}"
    return f"this value does not fit: {describe(value)}"


def _is_gap(error: Any) -> bool:
    """Say whether a list ends before this error's row; the last gap tells the wanted length."""
    return error["type"] == "missing" and isinstance(error["loc"][-1], int)


def _expectation(error: Any) -> str | None:
    kind = error["type"]
    if kind == "int_from_float":
        return "a whole number"
    if kind == "model_type" and error["ctx"]["class_name"] == "Text":
        return "a text, or {ru: ..., en: ...}"
    family, _, reason = kind.rpartition("_")
    return (
        EXPECTED.get(family.removesuffix("_attributes")) if reason in ("type", "parsing") else None
    )


def _type_problem(node: Node, path: KeyPath, group: list[Any], model: type[Spec]) -> Problem:
    _, found, _ = follow(node, path)
    key = key_at(model, path)
    wanted = list(dict.fromkeys(filter(None, map(_expectation, group))))
    if "a number" in wanted and "a whole number" in wanted:
        wanted.remove("a whole number")
    shown, value = show_path(as_written(node, path)), found.given if found.suffix else found.value
    is_number = "a number" in wanted or "a whole number" in wanted
    if isinstance(value, str) and is_number and (rewrite := _rewrite(node, path, value, key)):
        message = f"a number cannot carry its unit here; {rewrite}"
        return Problem(*found.mark, shown, message, "E310")
    _, row, _ = follow(node, path[:-1])
    if wanted == ["a list"] and isinstance(row.value, list) and not _has_lists(row):
        message = f"expected rows (`[[...], [...]]`), got {describe(row.value)} without any"
        return Problem(*row.mark, show_path(as_written(node, path[:-1])), message, "E303")
    told = " or ".join(wanted) if len(wanted) < 4 or found.value is not None else "a value"
    if key is not None and key.length and path[-1] == key.key and wanted == ["a list"]:
        told = f"a list of {key.length} numbers"
    message = f"expected {told}, got {describe(value)}{_advise_shape(node, path, key, model)}"
    if isinstance(value, str) and is_number:
        message += units.advise(value)
    elif isinstance(value, str) and "a list" in wanted:
        is_one = key is not None and key.shape == "list" and key.model is None
        bare = value.strip("[] ")  # one of the brackets may be lost
        message += units.advise_list(bare) or (f"; write [{bare}]" if is_one else "")
    if any("text" in words for words in wanted) and isinstance(value, int | float):
        message += "; write it in quotes"
    if isinstance(value, str) and "true or false" in wanted:
        word = {"on": "true", "yes": "true", "off": "false", "no": "false"}.get(value.lower())
        message += f"; write {word}" if word else ""
    return Problem(*found.mark, shown, message, "E303")


def _advise_shape(node: Node, path: KeyPath, key: Key | None, model: type[Spec]) -> str:
    """Return what to do about a mapping, a list or nothing where another of them should be."""
    last, found = path[-1] if path else "", follow(node, path)[1]
    if key is None or key.model is None:
        return ""
    inner, value = keys_of(key.model), found.value
    needed = [name for name, one in inner.items() if one.required]
    if key.shape == "dict" and last != key.key and last in inner and not isinstance(value, dict):
        return f"; give it a name: `NAME: {{{last}: ...}}`"
    if isinstance(value, str):
        named = [name for name, one in inner.items() if one.file and _is_file(value, one.file)]
        if named := named or (needed if len(needed) == 1 and NAME.fullmatch(value) else []):
            part = f"{{{named[0]}: {value}}}"
            is_whole = key.shape == "list" and last == key.key
            return f"; write [{part}]" if is_whole else f"; write {part}"
    if last != key.key:
        return ""
    if isinstance(value, list) and key.shape == "dict":
        return "; give each a name, `NAME: ...`, instead of the `-`"
    if isinstance(value, list):
        return f"; write {{{', '.join(f'{name}: ...' for name in needed)}}}" if needed else ""
    if key.shape != "list" or not isinstance(value, dict):
        return ""
    if "name" in inner and not set(value) & set(inner):
        return "; write each as `- {name: NAME, ...}`"
    return "; a list of one has a `-` or brackets, too"


def _is_file(text: str, kind: InputFile) -> bool:
    return text.lower().endswith(kind.suffixes)


def _has_lists(node: Node) -> bool:
    return any(isinstance(one.value, list) for one in node.value)


def _rewrite(node: Node, path: KeyPath, text: str, key: Key | None) -> str | None:
    """Return how a text such as `30 deg` is written, None if it is none."""
    quantity = units.split_quantity(text)
    name = next((step for step in reversed(path) if isinstance(step, str)), None)
    if quantity is None or name is None or key is None:
        return None
    number, suffix = quantity
    if not units.fits(suffix, key.unit):
        symbol = key.unit.replace("|", " or ") if key.unit else "SI"
        return f"write it alone, in {symbol}"
    value = number
    if isinstance(path[-1], int):
        row = follow(node, path[:-1])[1].value
        value = f"[{', '.join(_in_unit(one, suffix) for one in row)}]"
    value = f"{{{name}: {value}}}" if key.shape == "dict" else value
    return f"write `{key.key}_{suffix}: {value}`"


def _in_unit(node: Node, suffix: str) -> str:
    """Return a number as it is written in a unit, "..." where it is not in that one."""
    if isinstance(node.value, str):
        number, unit = units.split_quantity(node.value) or ("...", suffix)
        return number if unit == suffix else "..."
    if node.suffix == suffix:
        return str(node.given)
    if node.suffix is None and units.convert(1.0, suffix) == 1.0:  # the SI unit itself
        return str(node.value)
    return "0" if node.value == 0 else "..."


def _single(node: Node, error: Any, kinds: list[str], model: type[Spec]) -> Problem:
    """Return the problem of one error; `kinds` of value would do as well."""
    kind, context, location = error["type"], error.get("ctx", {}), error["loc"]
    steps, found, key_mark = follow(node, location)
    mark, shown = found.mark, show_path(as_written(node, steps))
    if kind == "missing" and isinstance(location[-1], int):
        message = f"expected {location[-1] + 1} values, got {len(found.value)}"
        return Problem(*mark, shown, message, "E307")
    if kind == "missing":
        key = str(location[-1])
        return Problem(*key_mark, shown, f"the key `{key}` is missing", "E302", about=key)
    if location and location[-1] == "[key]":
        return Problem(*key_mark, shown, _bad_name(str(steps[-1]), found.value), "E306")
    if kind in BOUNDS:
        words, name = BOUNDS[kind]
        message = f"must be {words} {_limit(context[name], found)}"
        message += _advise_unit(context[name], steps, found, model) if "less" in kind else ""
        return Problem(*mark, shown, message, "E304")
    if kind == "literal_error":
        return _choice(found, shown, context, kinds)
    if kind == "forms":
        message = f"expected {context['forms']}, got {describe(found.value)}"
        return Problem(*mark, shown, message, "E307")
    if kind in ("too_short", "too_long"):
        return _length(found, shown, kind, context)
    text, code = _text_fault(kind, context, found)
    parts = re.split(r"[,;\s]+", found.value) if isinstance(found.value, str) else []
    if code == "E306" and "a list" in kinds and all(map(NAME.fullmatch, parts)):
        text = f"one name, not several: write [{', '.join(parts)}]"
    near = _nearest_colour(str(found.value)) if code == "E311" else None
    return Problem(*mark, shown, text, code, near)


def _limit(bound: float, found: Node) -> str:
    """Return a bound, and the number that does not keep it, in the unit that is written."""
    if found.suffix is None:
        return f"{bound:g}, got {found.value}"
    return f"{bound / units.convert(1.0, found.suffix):g} {found.suffix}, got {found.given}"


def _advise_unit(bound: float, steps: list[Step], found: Node, model: type[Spec]) -> str:
    """Return the suffix of the unit that a number is in, most likely: with it, it fits."""
    key = key_at(model, steps)
    suffix = units.HABITUAL.get(key.unit or "") if key is not None else None
    if key is None or suffix is None or found.suffix is not None:
        return ""
    if found.value < 1 or units.convert(found.value, suffix) >= bound:
        return ""  # less than one is in the SI unit, most likely
    written = f"{key.key}_{suffix}" + (f": {found.value}" if steps[-1] == key.key else "")
    return f"; {key.key} is {'a share' if key.unit == '1' else f'in {key.unit}'}: write `{written}`"


def _bad_name(name: str, value: Any) -> str:
    """Return why a text is no name; a number without a value follows a comma, most likely."""
    hint = units.COMMA if units.is_comma(name, value) else ""
    word = units.first_word(name)
    if value is None and word != name and NAME.fullmatch(word):
        hint = f"; put a colon and a blank behind `{word}`"
    text = "cannot be a name: use letters, digits and `_`, a letter first, at most 64"
    return f"{name[:64]!r} {text}{hint}"


def _choice(found: Node, shown: str, context: Any, kinds: list[str]) -> Problem:
    choices = [part.strip("'") for part in context["expected"].replace(" or ", ", ").split(", ")]
    close = nearest(found.value, choices) if isinstance(found.value, str) else None
    wanted = f"{'one of ' if len(choices) > 1 else ''}{', '.join(choices)}"
    message = f"expected {' or '.join([wanted, *kinds])}, got {describe(found.value)}"
    return Problem(*found.mark, shown, message, "E305", close)


def _length(found: Node, shown: str, kind: str, context: Any) -> Problem:
    count = len(found.value) if isinstance(found.value, list | dict | str) else 0
    limit = context.get("min_length" if kind == "too_short" else "max_length")
    words = "at least " if kind == "too_short" else "at most "
    words = "" if context.get("field_type") == "Tuple" else words
    message = f"expected {words}{limit} values, got {count}"
    parts = [part.value for part in found.value] if isinstance(found.value, list) else []
    if count == 2 * limit and all(isinstance(part, int) for part in parts):
        message += "; a decimal has a point, not a comma"
    return Problem(*found.mark, shown, message, "E307")


def _nearest_colour(text: str) -> str | None:
    """Return the colour that may have been meant: one without its #, or a name."""
    return f"'#{text}'" if re.fullmatch("[0-9A-Fa-f]{6}", text) else nearest(text, COLOURS)


def _text_fault(kind: str, context: Any, found: Node) -> tuple[str, str]:
    if kind == "string_pattern_mismatch":
        if "#" in context["pattern"]:
            return (
                f"expected a colour ('#C9863A' or a name), got {describe(found.value)}",
                "E311",
            )
        return _bad_name(str(found.value), found.value), "E306"
    if kind == "value_error":
        return str(context.get("error", "this value does not fit")), "E406"
    if kind == "zero_scale":
        return "whatever the signal is, 0 would be shown", "E304"
    if kind in ("string_too_long", "string_too_short"):
        return f"the text is too {kind.rpartition('_')[2]}", "E312"
    return f"this value does not fit: {describe(found.value)}", "E303"


def describe(value: Any) -> str:
    """Return a value in words: `the text 'abc'`, `a list of 2`, `nothing`."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f"the text {value if len(value) < 60 else value[:57] + '...'!r}"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    return "a mapping" if isinstance(value, dict) else str(value)
