"""What compiled code knows of a packed table (`handle`): fields, and the word each begins at."""

import operator
from hashlib import blake2b
from typing import Any, NamedTuple

from llvmlite import ir
from numba.core import types as kinds
from numba.core.datamodel.models import PrimitiveModel
from numba.core.extending import lower_builtin, lower_getattr_generic, register_model
from numba.core.typing.templates import (
    AbstractTemplate,
    AttributeTemplate,
    infer_global,
    signature,
)
from numba.extending import infer_getattr
from numba.np.numpy_support import as_dtype

WORD = ir.IntType(64)


class Field(NamedTuple):
    """One field of a table: what it is, and at which word its description begins."""

    name: str
    kind: Any
    offset: int
    inner: tuple[int | None, ...] = ()  # lengths of an array's later dimensions, None: varying


class TableKind(kinds.Type):
    """numba's type of a packed table; two of equal layout are one type."""

    def __init__(self, name: str, fields: tuple[Field, ...]) -> None:
        self.fields = {field.name: field for field in fields}
        text = ", ".join(f"{f.name}@{f.offset}: {f.kind} {f.inner}" for f in fields)
        # short: it is a part of the name of every kernel that is called with such a table
        super().__init__(name=f"{name}_{blake2b(text.encode(), digest_size=6).hexdigest()}")


@register_model(TableKind)
class _TableModel(PrimitiveModel):
    """A packed table is the address of its first word."""

    def __init__(self, manager: Any, kind: TableKind) -> None:
        super().__init__(manager, kind, WORD.as_pointer())


class TablesKind(kinds.Type):
    """numba's type of several tables of one layout, one after the other."""

    def __init__(self, item: TableKind, stride: int) -> None:
        self.item, self.stride = item, stride  # the words of one table
        super().__init__(name=f"{item.name}s")


@register_model(TablesKind)
class _TablesModel(_TableModel):
    """They are the address of the first word of the first one."""


infer_item: Any = infer_global(operator.getitem)


@infer_item
class _TableOf(AbstractTemplate):
    """What `tables[index]` is."""

    def generic(self, args: Any, kws: Any) -> Any:
        tables, index = args
        if isinstance(tables, TablesKind) and isinstance(index, kinds.Integer):
            return signature(tables.item, tables, kinds.intp)
        return None


@lower_builtin(operator.getitem, TablesKind, kinds.intp)
def _take(context: Any, builder: Any, call: Any, arguments: Any) -> Any:
    """Generate the code of `tables[index]`."""
    tables, index = arguments
    return builder.gep(tables, [builder.mul(index, WORD(call.args[0].stride))])


@infer_getattr
class _TableFields(AttributeTemplate):
    """What `table.attribute` is."""

    key = TableKind

    def generic_resolve(self, kind: TableKind, attribute: str) -> Any:
        return kind.fields[attribute].kind if attribute in kind.fields else None


def _read(builder: Any, address: Any, word: int) -> Any:
    """Load a word; the words never change, which lets the compiler load it once."""
    place = builder.gep(address, [WORD(word)])
    loaded = builder.load(place)
    loaded.set_metadata("invariant.load", builder.module.add_metadata([]))
    return loaded


@lower_getattr_generic(TableKind)
def _read_field(context: Any, builder: Any, kind: Any, address: Any, attribute: str) -> Any:
    """Generate the code of `table.attribute`."""
    field = kind.fields[attribute]
    if isinstance(field.kind, TableKind | TablesKind):
        return builder.gep(address, [WORD(field.offset)])
    if isinstance(field.kind, kinds.Array):
        data, shape = read_array(context, builder, kind, address, attribute)
        return make_array(context, builder, field.kind, data, shape)
    number = _read(builder, address, field.offset)
    return builder.bitcast(number, context.get_value_type(field.kind))


def read_array(
    context: Any, builder: Any, kind: TableKind, address: Any, attribute: str
) -> tuple[Any, list[Any]]:
    """Generate the code of an array's address and lengths."""
    field = kind.fields[attribute]
    shape = [_read(builder, address, field.offset + 2)] if field.kind.ndim else []
    for k, length in enumerate(field.inner):
        known = length is not None
        shape.append(WORD(length) if known else _read(builder, address, field.offset + 3 + k))
    kept = context.get_data_type(field.kind.dtype).as_pointer()
    return builder.inttoptr(_read(builder, address, field.offset), kept), shape


def make_array(context: Any, builder: Any, kind: Any, data: Any, shape: list[Any]) -> Any:
    """Generate the code of numba's array at an address, contiguous and owned by nobody."""
    size = as_dtype(kind.dtype).itemsize
    strides, stride, count = [], WORD(size), WORD(1)
    for length in reversed(shape):
        strides.insert(0, stride)
        stride = builder.mul(stride, length, flags=["nsw"])
    for length in shape:
        count = builder.mul(count, length, flags=["nsw"])
    model = context.data_model_manager[kind]
    array: Any = ir.Constant(model.get_value_type(), ir.Undefined)
    parts = {
        "meminfo": None, "parent": None, "nitems": count, "itemsize": WORD(size), "data": data,
    }  # fmt: skip
    for name, part in parts.items():
        at = model.get_field_position(name)
        part = part or ir.Constant(array.type.elements[at], None)
        array = builder.insert_value(array, part, at)
    for name, lengths in (("shape", shape), ("strides", strides)):
        for k, length in enumerate(lengths):
            array = builder.insert_value(array, length, [model.get_field_position(name), k])
    return array
