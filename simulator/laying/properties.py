"""The keys of a widget's kind as fields for hands: what they may be, and what they are now."""

import types
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from annotated_types import Ge, Gt, Le, Lt
from pydantic import BaseModel

from simulator.spec.console import AxisBinding, WidgetSpec, ZoneSpec
from simulator.spec.fields import COLOURS, Text

from .palette import kind_of
from .sketch import Sketch

HEAD = ("label", "group")
VALUE = ("unit", "decimals", "scale")
HAND = ("keys", "gamepad")
OWN = (*HAND, "group", "camera", "traces", "acknowledges")  # keys that have a form of their own
KEYS: dict[str, tuple[str, ...]] = {  # beside HEAD, what each kind heeds
    "push_button": ("guarded", "acknowledges", "lamp_test", *HAND),
    "toggle": ("positions", "start", "guarded", *HAND),
    "key_switch": ("positions", "start", "spring_return", "guarded", *HAND),
    "rotary_selector": ("positions", "start", "spring_return", "guarded", *HAND),
    "lever": (
        "axes", "range", "start", "spring_return", "detents", "rate", *VALUE, *HAND,
    ),
    "joystick": ("axes", "button", "range", "start", "spring_return", "rate", *HAND),
    "slider": ("range", "start", "spring_return", "rate", *VALUE, *HAND),
    "knob": ("range", "start", "spring_return", "rate", *VALUE, *HAND),
    "emergency_stop": HAND,
    "lamp": ("kind", "colour", "blink"),
    "annunciator": ("kind", "blink", "latch"),
    "gauge": ("range", *VALUE, "zones"),
    "bar_gauge": ("range", *VALUE, "zones"),
    "display": (*VALUE, "zones", "texts"),
    "strip_chart": ("traces", "span", "range", "zones"),
    "attitude": (),
    "camera": ("camera",),
    "clock": ("countdown", "decimals", "zones"),
    "text": ("text",),
}  # fmt: skip


class Property(NamedTuple):
    """A key of what is chosen.

    `form` is "label", "texts", "words", "colour", "flag", "number", "count", "pair", "numbers",
    "text", "zones", "keys", "gamepad", "group", "camera", "traces", "acknowledges" or "other"
    (edited in the file).
    """

    key: str
    form: str
    value: Any  # of the first one that is chosen
    is_mixed: bool  # the others have another one
    is_written: bool  # else it is the default
    words: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    unit: str = ""


class Form(NamedTuple):
    """What a key of the model may be."""

    form: str
    words: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    unit: str = ""


def list_properties(sketch: Sketch) -> list[Property]:
    """Return the keys that all that is chosen has."""
    specs = [sketch.widget(name) for name in sketch.chosen]
    if not specs:
        return []
    common = [*HEAD, *keys_of(specs[0])]
    for spec in specs[1:]:
        own = (*HEAD, *keys_of(spec))
        common = [key for key in common if key in own]
    if len(specs) > 1:
        common = [key for key in common if key not in ("label", "keys", "gamepad", "text")]
    return [_describe(key, specs) for key in common]


def keys_of(spec: WidgetSpec) -> tuple[str, ...]:
    """Return the keys that matter for a widget, beside label and group."""
    known = KEYS.get(kind_of(spec), VALUE)
    return tuple(key for key in known if key in WidgetSpec.model_fields)


def _describe(key: str, specs: list[WidgetSpec]) -> Property:
    value, form = getattr(specs[0], key), form_of(key)
    is_mixed = any(getattr(other, key) != value for other in specs[1:])
    is_written = all(key in other.model_fields_set for other in specs)
    if key == "start" and any(one.axes == 2 for one in specs):
        form = Form("pair")
    return Property(key, form.form, value, is_mixed, is_written, *form[1:])


def form_of(key: str) -> Form:
    """Return what a key of a widget may be, as the model has it."""
    field = WidgetSpec.model_fields[key]
    if key in OWN:
        return Form(key)
    return _read(field.annotation, [*field.metadata])


def _read(annotation: Any, marks: list[Any]) -> Form:
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _read(inner[0], [*marks, *inner[1:]])
    if origin in (Union, types.UnionType):
        known = [one for one in inner if one is not type(None)]
        forms = [_read(one, marks) for one in known]
        pair = [one for one in forms if one.form == "pair"]
        return forms[0] if len(forms) == 1 or pair else Form("other")
    if origin is Literal:
        return Form("words", tuple(str(one) for one in inner))
    if origin is tuple:
        return Form("pair")
    if origin is list:
        listed = {Text: "texts", float: "numbers", ZoneSpec: "zones", AxisBinding: "gamepad"}
        return Form(listed.get(_plain(inner[0]), "other"))
    return _single(annotation, marks)


def _single(annotation: Any, marks: list[Any]) -> Form:
    if annotation is Text:
        return Form("label")
    if annotation is bool:
        return Form("flag")
    if annotation in (int, float):
        low = next((one.ge for one in _bounds(marks, Ge)), None)
        low = next((one.gt for one in _bounds(marks, Gt)), low)
        high = next((one.le for one in _bounds(marks, Le)), None)
        high = next((one.lt for one in _bounds(marks, Lt)), high)
        unit = next((getattr(one, "symbol", "") for one in marks if hasattr(one, "symbol")), "")
        return Form("count" if annotation is int else "number", (), low, high, unit)
    if annotation is str:
        is_colour = any("#" in str(getattr(one, "pattern", "")) for one in marks)
        return Form("colour", tuple(COLOURS)) if is_colour else Form("text")
    return Form("other")


def _bounds(marks: list[Any], kind: type) -> list[Any]:
    found = [one for one in marks if isinstance(one, kind)]
    for one in marks:
        found += [inner for inner in getattr(one, "metadata", ()) if isinstance(inner, kind)]
    return found


def _plain(annotation: Any) -> Any:
    return get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation


def written(value: Any) -> Any:
    """Return a value of the model as it is written in a file."""
    if isinstance(value, Text):
        return value.ru if value.ru == value.en else {"ru": value.ru, "en": value.en}
    if isinstance(value, BaseModel):
        return {key: written(getattr(value, key)) for key in value.model_fields_set}
    if isinstance(value, list | tuple):
        return [written(one) for one in value]
    if isinstance(value, float) and value == int(value):
        return int(value)
    return value
