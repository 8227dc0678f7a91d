"""The keys of a widget's kind as fields for hands: what they may be, and what they are now."""

from typing import Any, NamedTuple

from pydantic import BaseModel

from simulator.authoring import forms
from simulator.authoring.forms import Form
from simulator.spec.fields import Text
from simulator.spec.models.console import WidgetSpec

from .palette import kind_of
from .sketch import Sketch

HEAD = ("label", "group")
VALUE = ("unit", "decimals", "scale")
HAND = ("keys", "gamepad")
OWN = (*HAND, "group", "camera", "traces", "zones", "acknowledges")  # have forms of their own
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

    `form` is one of `authoring.forms.Form`, or "zones", "keys", "gamepad", "group", "camera",
    "traces" or "acknowledges"; "other" is edited in the file.
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
        form = Form("row")
    return Property(key, form.form, value, is_mixed, is_written, *form[1:])


def form_of(key: str) -> Form:
    """Return what a key of a widget may be, as the model has it."""
    field = WidgetSpec.model_fields[key]
    if key in OWN:
        return Form(key)
    return forms.read(field)


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
