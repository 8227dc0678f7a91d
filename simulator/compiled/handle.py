"""A whole tree of tables handed to a kernel as one address.

numba takes a NamedTuple of arrays apart at every call: some 200 arrays cost 40 us from Python, and
kernels hand each other a thousand numbers. `pack` writes the addresses and shapes of all arrays
into one array of words, once; `open_table(words, Table)` reads them inside a kernel, where
`world.bodies.position` becomes two loads that the compiler may move out of loops. The tables are
NamedTuples and arrays that nobody replaces, so the words stay true as long as the tables live.

The later dimensions of an array are part of its table's layout: a row of `(n, 3)` has three
numbers in every scene, and compiled code counts on it. Where they differ between tables of one
class, the field is annotated with `VARYING`.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .jit import numba  # it names the cache first

# isort: split
from numba.core import types as kinds
from numba.core.extending import intrinsic

from .fields import Field, TableKind, TablesKind

VARYING = "an array whose later dimensions differ between tables of one class"


class Packed(NamedTuple):
    """Tables and the words that lead to them; keep it as long as a kernel may use the words."""

    tables: Any
    words: NDArray[np.int64]


_layouts: dict[type, TableKind] = {}


def pack(tables: Any) -> Packed:
    """Return the words of a NamedTuple of arrays, numbers, NamedTuples and tuples of such.

    Raises:
        TypeError: something else is in it, or an array that is not C-contiguous or that differs in
            type or dimensions from those of earlier tables of this class.
    """
    words: list[int] = []
    layout = _describe(tables, type(tables).__name__, words)
    known = _layouts.setdefault(type(tables), layout)
    if known != layout:
        raise TypeError(f"tables of one class have one layout; {known} was packed before {layout}")
    return Packed(tables, np.array(words, np.int64))


def layout_of(packed: Packed) -> TableKind:
    """Return what kernels take packed tables for."""
    return _layouts[type(packed.tables)]


def _describe(tables: Any, path: str, words: list[int]) -> TableKind:
    """Append the words of a table; return its type, with offsets relative to its first word."""
    first, fields, hints = len(words), [], type(tables).__annotations__
    for name, value in tables._asdict().items():
        offset, where, inner = len(words) - first, f"{path}.{name}", ()
        if isinstance(value, np.ndarray):
            kind: Any = numba.typeof(value)
            if kind.layout != "C" or not value.flags.aligned:
                raise TypeError(f"{where} is not C-contiguous")
            words += [value.ctypes.data, value.size, *value.shape]
            varies = VARYING in getattr(hints[name], "__metadata__", ())
            inner = tuple(None if varies else length for length in value.shape[1:])
        elif isinstance(value, tuple) and hasattr(value, "_fields"):
            kind = _describe(value, where, words)
        elif isinstance(value, tuple) and all(hasattr(one, "_fields") for one in value):
            kind = _describe_all(value, where, words)
        elif isinstance(value, float):
            kind = kinds.float64
            words.append(int(np.float64(value).view(np.int64)))
        elif isinstance(value, int):
            kind = kinds.int64
            words.append(int(value))
        else:
            raise TypeError(f"{where} is a {type(value).__name__}; tables hold arrays and numbers")
        fields.append(Field(name, kind, offset, inner))
    return TableKind(type(tables).__name__, tuple(fields))


def _describe_all(tables: tuple, path: str, words: list[int]) -> TablesKind:
    """Append the words of tables of one layout; return the type of them all."""
    first, items = len(words), [_describe(table, path, words) for table in tables]
    if len(set(items)) != 1:
        raise TypeError(f"{path}: tables side by side have one layout")
    return TablesKind(items[0], (len(words) - first) // len(items))


def _open(typing: Any, words: Any, table: Any) -> Any:
    """Return the table of that class which `words` lead to; its fields read like the NamedTuple's.

    A kernel that opens a table has to be called with packed words of it: their layout is known by
    then.
    """
    layout = _layouts[table.instance_class]

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.make_array(signature.args[0])(context, builder, arguments[0]).data

    return layout(words, table), generate


open_table: Any = intrinsic(_open)
