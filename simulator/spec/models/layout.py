"""What the models say of their keys, in the loader's words: unit, part model, list or not."""

from collections.abc import Iterable
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from pydantic import BaseModel

from ..fields import InputFile, Spec, To, Unit


class Key(NamedTuple):
    """A key of a mapping in a file."""

    key: str  # as written
    unit: str | None  # SI symbol of the numbers in it
    number: bool  # a number, or lists or dictionaries of numbers
    model: type[Spec] | None  # of the part, or of each part
    shape: Literal["one", "list", "dict"]
    file: InputFile | None
    to: str | None  # section that names in it must stand in
    required: bool
    length: int | None = None  # of a list of numbers that has always as many
    optional: bool = False  # may be null
    text: bool = False  # a text, or lists or dictionaries of texts; a number as well, it may be
    empty: bool = False  # a dictionary whose names may have no value


@cache
def keys_of(model: type[BaseModel]) -> dict[str, Key]:
    """Return the keys that a mapping of this model may have, in the order of the model."""
    keys = {}
    for name, field in model.model_fields.items():
        if field.exclude:
            continue
        found = _Found()
        found.visit(field.annotation, tuple(field.metadata))
        key = field.alias or name
        keys[key] = Key(
            key=key,
            unit=found.unit,
            number=found.number and found.model is None,
            model=found.model,
            shape=found.shape,
            file=found.file,
            to=found.to,
            required=field.is_required(),
            length=found.length if found.number and found.shape == "one" else None,
            optional=type(None) in get_args(field.annotation),
            text=found.text and found.model is None,
            empty=found.empty,
        )
    return keys


def key_at(model: type[BaseModel], path: Iterable[str | int]) -> Key | None:
    """Return the key of a file of this model that the value at `path` stands under."""
    key, part, is_name = None, model, False
    for step in path:
        if is_name:
            is_name = False
        elif isinstance(step, str):
            key = keys_of(part).get(step) if part else None
            part, is_name = key and key.model, key is not None and key.shape == "dict"
    return key


def is_open(model: type[BaseModel]) -> bool:
    """Say whether a model takes keys that it does not list (diagram blocks)."""
    return model.model_config.get("extra") == "allow"


class _Found:
    """Walks an annotation and notes what is in it."""

    def __init__(self) -> None:
        self.unit: str | None = None
        self.number = False
        self.text = False
        self.empty = False
        self.model: type[Spec] | None = None
        self.shape: Literal["one", "list", "dict"] = "one"
        self.file: InputFile | None = None
        self.to: str | None = None
        self.length: int | None = None

    def visit(self, annotation: Any, metadata: tuple[Any, ...] = ()) -> None:
        """Note the marks of `metadata` and go into the annotation."""
        for mark in metadata:
            if isinstance(mark, Unit):
                self.unit = self.unit or mark.symbol
            elif isinstance(mark, InputFile):
                self.file = mark
            elif isinstance(mark, To):
                self.to = mark.section
        origin, arguments = get_origin(annotation), get_args(annotation)
        if origin is Annotated:
            self.visit(arguments[0], arguments[1:])
        elif origin is dict:
            self.shape = "dict"
            self.empty |= type(None) in _list_kinds(arguments[1])
            self.visit(arguments[1])
        elif origin in (list, tuple, Union, UnionType):
            self.length = len(arguments) if origin is tuple else self.length
            self.shape = "list" if origin is list and self.shape == "one" else self.shape
            for argument in arguments:
                self.visit(argument)
        elif annotation in (int, float):
            self.number = True
        elif annotation is str:
            self.text = True
        elif isinstance(annotation, type) and issubclass(annotation, Spec):
            self.model = annotation


def _list_kinds(annotation: Any) -> set[Any]:
    """Return what a value may be one of."""
    if get_origin(annotation) is Annotated:
        return _list_kinds(get_args(annotation)[0])
    return set(get_args(annotation))
