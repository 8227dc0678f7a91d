"""What a key of a model may be, as a field for hands: a number and its bounds, a word, a text."""

import types
from collections.abc import Sequence
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from annotated_types import Ge, Gt, Le, Lt
from pydantic.fields import FieldInfo

from simulator.spec.fields import COLOURS, Text, Unit


class Form(NamedTuple):
    """What a key may be.

    `form` is "flag", "number", "count" (a whole number), "row" (so many numbers), "numbers" (as
    many as one likes), "word", "colour", "text", "label" (in both languages), "texts", or "other".
    """

    form: str
    words: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    unit: str = ""  # SI symbol


def read(field: FieldInfo) -> Form:
    """Return what a field of a model may be, None aside."""
    return _read(field.annotation, field.metadata)


def _read(annotation: Any, marks: Sequence[Any]) -> Form:
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _read(inner[0], [*marks, *inner[1:]])
    if origin in (Union, types.UnionType):
        forms = [_read(one, marks) for one in inner if one is not types.NoneType]
        has_row = any(one.form == "row" for one in forms)  # one number for all, or one for each
        return forms[0] if len(forms) == 1 or has_row else Form("other")
    if origin is Literal:
        return Form("word", tuple(map(str, inner)))
    if origin is tuple:
        is_row = all(_read(one, ()).form in ("number", "count") for one in inner)
        return Form("row" if is_row else "other")
    if origin is list:
        listed = {"number": "numbers", "label": "texts"}
        return Form(listed.get(_read(inner[0], ()).form, "other"))
    return _single(annotation, marks)


def _single(annotation: Any, marks: Sequence[Any]) -> Form:
    if annotation is Text:
        return Form("label")
    if annotation is bool:
        return Form("flag")
    if annotation in (int, float):
        low = next((one.ge for one in _bounds(marks, Ge)), None)
        low = next((one.gt for one in _bounds(marks, Gt)), low)
        high = next((one.le for one in _bounds(marks, Le)), None)
        high = next((one.lt for one in _bounds(marks, Lt)), high)
        unit = next((one.symbol for one in marks if isinstance(one, Unit)), "")
        return Form("count" if annotation is int else "number", (), low, high, unit)
    if annotation is str:
        is_colour = any("#" in str(getattr(one, "pattern", "")) for one in marks)
        return Form("colour", tuple(COLOURS)) if is_colour else Form("text")
    return Form("other")


def _bounds(marks: Sequence[Any], kind: type) -> list[Any]:
    found = [one for one in marks if isinstance(one, kind)]
    for one in marks:
        found += [inner for inner in getattr(one, "metadata", ()) if isinstance(inner, kind)]
    return found
