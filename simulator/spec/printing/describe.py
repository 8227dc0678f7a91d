"""What the models' own comments say of each key: the words of schemas and of the reference."""

import ast
import inspect
import io
import tokenize
from functools import cache

from pydantic import BaseModel

from ..fields import Spec


@cache
def notes(model: type[BaseModel]) -> dict[str, str]:
    """Return the comment behind each field of a model (and of the models it extends), by key.

    One that has no room there stands in the line below.
    """
    found: dict[str, str] = {}
    for base in reversed(model.__mro__):
        if base is not Spec and issubclass(base, Spec):
            found |= _own_notes(base)
    keys = {name: field.alias or name for name, field in model.model_fields.items()}
    return {keys[name]: text for name, text in found.items() if name in keys}


def _own_notes(model: type[BaseModel]) -> dict[str, str]:
    source = inspect.getsource(model)
    comments = {
        token.start[0]: token.string.lstrip("# ")
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    }
    below = {row for row, line in enumerate(source.split("\n"), 1) if line.strip()[:1] == "#"}
    body = ast.parse(source).body[0]
    assert isinstance(body, ast.ClassDef)
    return {
        field.target.id: text
        for field in body.body
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        for line in [field.end_lineno or field.lineno]
        if (text := comments.get(line) or comments.get(line + 1 if line + 1 in below else 0))
    }
