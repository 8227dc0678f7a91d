"""What a part of a scene is written with, as fields for hands: key, unit, value, what it may be."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from pydantic.fields import FieldInfo

from simulator.spec import units
from simulator.spec.errors import KeyPath
from simulator.spec.fields import COLOURS, Spec, Text
from simulator.spec.models import layout
from simulator.spec.models.layout import Key
from simulator.spec.models.scene import PropSpec, RobotPlacement, SceneSpec
from simulator.spec.models.shape import SHAPE_KINDS, MaterialSpec, ShapeSpec

from . import forms

MIXED = "—"  # instead of a value: things that are chosen together have several
DIGITS = 9  # of a value that is shown in another unit than SI
WRITTEN_IN = {"rad": "deg", "Sv/s": "msv_per_h"}  # where nothing is written yet
FORMS = ("number", "count", "row", "flag", "word", "text", "label", "colour")  # that have a field
PLACE = ("at", "rpy")
MOTION = ("velocity", "spin")  # of what is not fixed
MATTER = ("material", "mass", "density")
SHOWN = {  # of these models, first; of others all; what is written is always shown
    PropSpec: ("name", "label", "fixed", "collides", "shape", *MATTER, *MOTION),
    RobotPlacement: ("name", "label", "file", "console"),
    SceneSpec: ("title",),
    ShapeSpec: SHAPE_KINDS,
    MaterialSpec: ("colour", "roughness", "metal", "friction", "density", "restitution",
                   "pattern", "colour2", "pattern_size", "emission", "attenuation"),
}  # fmt: skip
Choices = Callable[[Key], tuple[str, ...]]


class Property(NamedTuple):
    """A value as its file has it, or would have it, in the unit of its key."""

    path: KeyPath  # below the thing, by the names of the models' fields
    key: str  # as it is, or would be, written: `mass_g`
    form: str  # one of FORMS
    value: Any  # None = nothing, MIXED = several; a row's numbers and a label's texts each, too
    unit: str  # "" for none
    words: tuple[str, ...]  # that it may be
    is_written: bool
    is_optional: bool


def list_properties(
    spec: Spec, written: Mapping[str, Any], choices: Choices, path: KeyPath = ()
) -> list[Property]:
    """Return the fields of a part: `spec` as loaded, `written` as the file has it.

    `choices` gives the names and files that a key may have. A thing's own place (`at`, `rpy`) is
    left out, and lists of parts.
    """
    found: list[Property] = []
    keys = layout.keys_of(type(spec))
    shown = SHOWN.get(type(spec), tuple(keys))
    is_scene = isinstance(spec, SceneSpec)  # whose parts are things of their own
    if isinstance(spec, ShapeSpec):
        shown = (spec.kind, *(MATTER if not path else ()))
    if isinstance(spec, PropSpec) and spec.fixed:
        shown = tuple(name for name in shown if name not in MOTION)
    others = [name for name in keys if name not in shown and find_key(written, name)]
    others = [] if is_scene else others
    for name in (*shown, *others):
        if name in PLACE and isinstance(spec, PropSpec | RobotPlacement):
            continue  # of hands and of fields of their own
        key, value, field = keys[name], getattr(spec, name), type(spec).model_fields[name]
        if isinstance(value, Spec) and not isinstance(value, Text):
            inner: Any = written.get(name)
            inner = inner if isinstance(inner, Mapping) else {}
            found += list_properties(value, inner, choices, (*path, name))
            continue
        form = forms.read(field)
        if form.form in FORMS:
            words = form.words or choices(key)
            sort = "word" if form.form == "text" and words else form.form
            found.append(_read(field, key, (*path, name), value, written, sort, words))
    return [one for one in found if not _is_told_below(one, found)]


def _is_told_below(one: Property, found: list[Property]) -> bool:
    """Say whether the only shape says itself what it is made of, and the whole thing does not."""
    name = one.path[-1]
    below = any(other.path == ("shape", name) for other in found)
    return below and one.path == (name,) and not one.is_written


def _read(
    field: FieldInfo,
    key: Key,
    path: KeyPath,
    value: Any,
    written: Mapping[str, Any],
    form: str,
    words: tuple[str, ...],
) -> Property:
    there = find_key(written, key.key)
    suffix = suffix_of(key, written)
    if there is not None:
        value = written[there]
    elif suffix and value is not None:
        value = _scaled(value, suffix)
    if form == "label" and value is not None:
        value = value if isinstance(value, Text) else _both(value)
    if form == "colour":
        value = COLOURS.get(str(value), value)
    unit = unit_of_suffix(suffix)
    if not unit and key.unit not in (None, "1"):
        unit = str(key.unit)
    name = f"{key.key}_{suffix}" if suffix else key.key
    is_optional = not field.is_required() and key.key not in SHAPE_KINDS
    return Property(path, there or name, form, value, unit, words, there is not None, is_optional)


def share(lists: Sequence[Sequence[Property]]) -> list[Property]:
    """Return the fields that several things have all, but for their names, in the first's units."""
    first, *others = lists
    known = [{(one.path, one.form): one for one in more} for more in others]
    found = []
    for one in first:
        same = [had.get((one.path, one.form)) for had in known]
        if one.path == ("name",) or None in same:
            continue
        value = blend([one.value, *(convert(other, one) for other in same if other)])
        if one.form != "row" or value != MIXED:  # rows of one length
            found.append(one._replace(value=value))
    return found


def blend(values: Sequence[Any]) -> Any:
    """Return what values have in common, MIXED where they differ."""
    first = values[0]
    if all(one == first for one in values):
        return first
    if all(isinstance(one, Text) for one in values):
        return Text(ru=blend([one.ru for one in values]), en=blend([one.en for one in values]))
    if all(isinstance(one, list | tuple) for one in values) and len({*map(len, values)}) == 1:
        return [blend(column) for column in zip(*values, strict=True)]
    return MIXED


def fill(value: Any, own: Any) -> Any:
    """Return a value with what a thing itself has wherever it is MIXED."""
    if isinstance(value, Text):
        known = own if isinstance(own, Text) else Text(ru="", en="")
        return pair_texts(fill(value.ru, known.ru), fill(value.en, known.en))
    if isinstance(value, list | tuple) and isinstance(own, list | tuple):
        return [fill(*both) for both in zip(value, own, strict=True)]
    return own if value == MIXED else value


def pair_texts(ru: str, en: str) -> Text:
    """Return texts of which one serves for both where the other is empty, once it is known."""
    return Text(ru=ru, en=en) if MIXED in (ru, en) else Text(ru=ru or en, en=en or ru)


def convert(one: Property, to: Property) -> Any:
    """Return the value of a property in the unit of another one of its kind."""
    return _in_unit(one.value, _suffix_of(one), _suffix_of(to))


def _in_unit(value: Any, own: str, other: str) -> Any:
    if own == other:
        return value
    if isinstance(value, list | tuple):
        return [_in_unit(one, own, other) for one in value]
    if not isinstance(value, int | float):
        return value
    one, to = (units.SUFFIXES[name] if name else units.Suffix("") for name in (own, other))
    return round(value * one.times / one.over * to.over / to.times, DIGITS)


def _suffix_of(one: Property) -> str:
    """Return the suffix of the unit that a property's key has, "" for SI."""
    return one.key.removeprefix(str(one.path[-1])).removeprefix("_")


def _both(value: Any) -> Text:
    texts = value if isinstance(value, Mapping) else {"ru": value, "en": value}
    return Text(ru=str(texts.get("ru", "")), en=str(texts.get("en", "")))


def unit_of_suffix(suffix: str) -> str:
    """Return the unit that a key ends in, "" for none: `deg_per_s` is °/s."""
    return suffix.replace("_per_", "/").replace("deg", "°")


def _scaled(value: Any, suffix: str) -> Any:
    unit = units.SUFFIXES[suffix]
    if isinstance(value, tuple | list):
        return [_scaled(one, suffix) for one in value]
    return round(value * unit.over / unit.times, DIGITS)


def suffix_of(key: Key, written: Mapping[str, Any]) -> str:
    """Return the suffix of the unit that a key is, or would be, written with; "" is SI."""
    there = find_key(written, key.key)
    if there is not None:
        return there.removeprefix(key.key).removeprefix("_")
    return WRITTEN_IN.get(key.unit or "", "")


def find_key(written: Mapping[str, Any], key: str) -> str | None:
    """Return how a mapping writes a key, with the suffix of a unit or without; None: not there."""
    for one in written:
        suffix = str(one).removeprefix(f"{key}_")
        if one == key or (one != suffix and suffix in units.SUFFIXES):
            return one
    return None


def read_number(text: str, one: Property) -> int | float | None:
    """Return a typed number in the property's unit; `30 cm` is converted; None for no number."""
    plain = text.strip().replace("\u2212", "-").replace(",", ".")
    quantity = units.split_quantity(plain)
    if quantity is None:
        return _number(plain)
    number, suffix = quantity
    own = units.SUFFIXES.get(_suffix_of(one), None)
    symbol = own.symbol if own else one.unit
    value = _number(number)
    if value is None or not units.fits(suffix, symbol):
        return None
    times, over = (own.times, own.over) if own else (1.0, 1.0)
    return round(units.convert(value, suffix) * over / times, DIGITS)


def _number(text: str) -> int | float | None:
    for read in (int, float):
        try:
            return read(text)
        except ValueError:
            continue
    return None
