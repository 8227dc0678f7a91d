"""From a kernel's statements to the compiler's: arrays of tables are indexed where they lie.

numba keeps every variable in memory, and builds an array of nine numbers for each `table.field`
to take one of them apart again for `[i, j]`. All that is optimised away later, but it is most of
what there is to write, to read and to optimise. Here a variable that is assigned once is a value,
and an array that is only indexed is its address and its shape.
"""

from typing import Any, NamedTuple

from numba.core import ir
from numba.core import types as kinds
from numba.core.analysis import compute_cfg_from_blocks, compute_use_defs, must_use_alloca
from numba.core.compiler_machinery import register_pass
from numba.core.lowering import Lower
from numba.core.typed_passes import NativeLowering
from numba.np import arrayobj

from . import branches
from .fields import TableKind, make_array, read_array

WIDE = ".wide"  # ends the name of a kernel that uses the widest registers there are


class Rows(NamedTuple):
    """An array of a table: where it begins and its lengths."""

    data: Any
    shape: list


class Indices(NamedTuple):
    """What an array is indexed with."""

    values: list
    kinds: list


class KernelLower(Lower):
    """Writes the code of one kernel."""

    def pre_lower(self) -> None:
        """Watch the branches; ask for the widest registers where a kernel is made for them."""
        super().pre_lower()
        path, name = self.func_ir.loc.filename, self.fndesc.qualname
        self._branches = branches.Branches(self.builder, path, name)
        if self.fndesc.qualname.endswith(WIDE):
            attributes = self.function.attributes
            attributes.add("noinline")
            set.add(attributes, '"prefer-vector-width"="512"')  # llvmlite knows only plain words

    def post_lower(self) -> None:
        """Weigh the branches."""
        super().post_lower()
        self._branches.close()

    def _find_singly_assigned_variable(self) -> None:
        """Find the variables that need no memory: assigned once, before every use."""
        blocks = self.func_ir.blocks
        dominators = compute_cfg_from_blocks(blocks).dominators()
        counted: dict[str, int] = {}
        for block in blocks.values():
            for statement in block.find_insts(ir.Assign):
                name = statement.target.name
                counted[name] = counted.get(name, 0) + 1
        defined = compute_use_defs(blocks)
        places = {name: at for at, names in defined.defmap.items() for name in names}
        once = {name for name, count in counted.items() if count == 1} - must_use_alloca(blocks)
        for at, names in defined.usemap.items():  # used before a block has assigned it
            once -= {
                name
                for name in names & once
                if name not in places or places[name] >= at or places[name] not in dominators[at]
            }
        self._singly_assigned_vars: set[str] = once
        self._blk_local_varmap: dict[str, Any] = {}
        self._indexed = once - self._find_whole()

    def _find_whole(self) -> set[str]:
        """Return the variables that are used other than to be indexed or as an index."""
        whole: set[str] = set()
        for block in self.func_ir.blocks.values():
            for one in block.body:
                value: Any = one.value if isinstance(one, ir.Assign) else None
                if isinstance(value, ir.Expr) and value.op == "getitem":
                    base, index = value.value, value.index
                elif isinstance(value, ir.Expr) and value.op == "static_getitem":
                    base, index = value.value, value.index_var
                elif isinstance(one, ir.SetItem):
                    base, index = one.target, one.index
                    whole.add(one.value.name)
                elif isinstance(one, ir.StaticSetItem):
                    base, index = one.target, one.index_var
                    whole.add(one.value.name)
                else:
                    whole |= _list_uses(one)
                    continue
                if not self._is_indexable(base, index):
                    whole |= {one.name for one in (base, index) if one is not None}
        return whole

    def _is_indexable(self, base: Any, index: Any) -> bool:
        """Return whether a contiguous array is indexed with whole numbers only."""
        if index is None:
            return False
        array, kind = self.typeof(base.name), self.typeof(index.name)
        parts = _list_kinds(kind)
        return (
            isinstance(array, kinds.Array)
            and array.layout == "C"
            and 0 < len(parts) <= array.ndim
            and all(isinstance(part, kinds.Integer) for part in parts)
        )

    def lower_assign(self, ty: Any, inst: Any) -> Any:
        """Return the value of the right hand side."""
        value = inst.value
        if inst.target.name in self._indexed and isinstance(value, ir.Expr):
            if value.op == "getattr" and isinstance(ty, kinds.Array):
                table = self.typeof(value.value.name)
                if isinstance(table, TableKind):
                    address = self.loadvar(value.value.name)
                    found = read_array(self.context, self.builder, table, address, value.attr)
                    return Rows(*found)
            if value.op == "build_tuple":
                items = value.items
                return Indices(
                    [self.loadvar(one.name) for one in items],
                    [self.typeof(one.name) for one in items],
                )
        return super().lower_assign(ty, inst)

    def lower_expr(self, resty: Any, expr: Any) -> Any:
        """Return the value of an expression; a constant index is like any other."""
        if expr.op == "static_getitem" and self._is_indexable(expr.value, expr.index_var):
            signature = self.fndesc.calltypes[expr]
            return self.lower_getitem(resty, expr, expr.value, expr.index_var, signature)
        return super().lower_expr(resty, expr)

    def lower_inst(self, inst: Any) -> None:
        """Write the code of a statement."""
        if isinstance(inst, ir.StaticSetItem) and self._is_indexable(inst.target, inst.index_var):
            signature = self.fndesc.calltypes[inst]
            self.lower_setitem(inst.target, inst.index_var, inst.value, signature)
        else:
            super().lower_inst(inst)

    def lower_getitem(self, resty: Any, expr: Any, value: Any, index: Any, signature: Any) -> Any:
        """Return an item of an array, or its row."""
        if not self._is_indexable(value, index):
            return super().lower_getitem(resty, expr, value, index, signature)
        kind, result = self.typeof(value.name), signature.return_type
        place, rest = self._find_place(value, index)
        if isinstance(result, kinds.Array):
            found = make_array(self.context, self.builder, result, place, rest)
        else:
            found = arrayobj.load_item(self.context, self.builder, kind, place)
        return self.context.cast(self.builder, found, result, resty)

    def lower_setitem(self, target_var: Any, index_var: Any, value_var: Any, signature: Any) -> Any:
        """Set an item of an array."""
        kind, count = self.typeof(target_var.name), len(_list_kinds(self.typeof(index_var.name)))
        if not self._is_indexable(target_var, index_var) or count < kind.ndim:
            return super().lower_setitem(target_var, index_var, value_var, signature)
        place, _ = self._find_place(target_var, index_var)
        value = self.context.cast(
            self.builder, self.loadvar(value_var.name), self.typeof(value_var.name), kind.dtype
        )
        return arrayobj.store_item(self.context, self.builder, kind, value, place)

    def _find_place(self, base: Any, index: Any) -> tuple[Any, list]:
        """Return the address of an item or row, and the lengths of the row."""
        builder, array = self.builder, self.loadvar(base.name)
        if not isinstance(array, Rows):
            array = _take_apart(self.context, builder, self.typeof(base.name), array)
        indices = self.loadvar(index.name)
        if not isinstance(indices, Indices):
            kind = self.typeof(index.name)
            parts, taken = _list_kinds(kind), [indices]
            if isinstance(kind, kinds.BaseTuple):
                taken = [builder.extract_value(indices, k) for k in range(len(parts))]
            indices = Indices(taken, parts)
        at = None
        for k, (value, kind) in enumerate(zip(indices.values, indices.kinds, strict=True)):
            step = arrayobj.fix_integer_index(
                self.context, builder, kinds.unliteral(kind), value, array.shape[k]
            )
            for length in array.shape[k + 1 :]:
                step = builder.mul(step, length)
            at = step if at is None else builder.add(at, step)
        return builder.gep(array.data, [at]), array.shape[len(indices.values) :]


def _list_uses(statement: Any) -> set[str]:
    """Return the variables that a statement reads."""
    if isinstance(statement, ir.Assign):
        value: Any = statement.value
        if isinstance(value, ir.Var):
            return {value.name}
        return {one.name for one in value.list_vars()} if isinstance(value, ir.Inst) else set()
    return {one.name for one in statement.list_vars()}


def _list_kinds(kind: Any) -> list[Any]:
    """Return the types of an index's parts."""
    tuples: Any = kinds.BaseTuple
    return list(kind) if isinstance(kind, tuples) else [kind]


def _take_apart(context: Any, builder: Any, kind: Any, array: Any) -> Rows:
    model = context.data_model_manager[kind]
    shape = model.get_field_position("shape")
    return Rows(
        builder.extract_value(array, model.get_field_position("data")),
        [builder.extract_value(array, [shape, k]) for k in range(kind.ndim)],
    )


@register_pass(mutates_CFG=True, analysis_only=False)
class KernelLowering(NativeLowering):
    """The pass that writes a kernel's code."""

    _name = "kernel_lowering"

    @property
    def lowering_class(self) -> type[Lower]:
        """Return what writes it."""
        return KernelLower
