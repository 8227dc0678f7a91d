"""Rows of six numbers as columns of lanes, and back: usable in kernels only.

What lanes work on lies number by number, what they work for body by body. Single numbers taken from
one to the other cost as much as the work itself; here eight rows are read whole and transposed in
registers.
"""

from typing import Any

from llvmlite import ir

from .jit import intrinsic, kinds

INTEGER, SIX = kinds.int64, 6
LANES = 8  # rows at a time, one in each lane
WORD = ir.IntType(32)


@intrinsic
def load(typing: Any, rows: Any, at: Any, first: Any, work: Any, lane: Any, width: Any) -> Any:
    """Write rows of six as columns: number k of row j to `work[lane + j + k width]`.

    `rows`, `work` flat, in single or double precision; row j < 8 begins at `rows[at[first + j]]`.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        starts, data, out, width = _open(context, builder, signature, arguments)
        vectors = [
            _convert(builder, _load_row(builder, data, start), out.type.pointee) for start in starts
        ]
        for k, vector in enumerate(_transpose(builder, vectors)[:SIX]):
            place = builder.gep(out, [builder.mul(width, _int(k))])
            builder.store(vector, _point(builder, place, vector.type), align=8)
        return context.get_dummy_value()

    return kinds.void(rows, at, INTEGER, work, INTEGER, INTEGER), generate


@intrinsic
def store(typing: Any, rows: Any, at: Any, first: Any, work: Any, lane: Any, width: Any) -> Any:
    """Write columns back to rows of six, see `load`."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        starts, data, out, width = _open(context, builder, signature, arguments)
        kind = ir.VectorType(out.type.pointee, LANES)
        columns = [
            builder.load(
                _point(builder, builder.gep(out, [builder.mul(width, _int(k))]), kind), align=8
            )
            for k in range(SIX)
        ]
        columns += [ir.Constant(kind, ir.Undefined)] * (LANES - SIX)
        for start, row in zip(starts, _transpose(builder, columns), strict=True):
            row = _convert(builder, row, data.type.pointee)
            for low, high in ((0, 4), (4, SIX)):
                some = _shuffle(builder, row, row, list(range(low, high)))
                place = builder.gep(data, [builder.add(start, _int(low))])
                builder.store(some, _point(builder, place, some.type), align=8)
        return context.get_dummy_value()

    return kinds.void(rows, at, INTEGER, work, INTEGER, INTEGER), generate


def _int(number: int) -> ir.Constant:
    return ir.Constant(ir.IntType(64), number)


def _open(context: Any, builder: Any, signature: Any, arguments: Any) -> tuple:
    """Return where each row begins, where the rows are, where the columns are, and their width."""
    rows, at, work = (
        context.make_array(signature.args[k])(context, builder, arguments[k]).data
        for k in (0, 1, 3)
    )
    starts = [
        builder.load(builder.gep(at, [builder.add(arguments[2], _int(j))])) for j in range(LANES)
    ]
    return starts, rows, builder.gep(work, [arguments[4]]), arguments[5]


def _point(builder: Any, place: Any, kind: Any) -> Any:
    return builder.bitcast(place, kind.as_pointer())


def _load_row(builder: Any, data: Any, start: Any) -> Any:
    """Return six numbers from `start` on, and two undefined ones."""
    parts = []
    for low, high in ((0, 4), (4, SIX)):
        kind = ir.VectorType(data.type.pointee, high - low)
        place = builder.gep(data, [builder.add(start, _int(low))])
        parts.append(builder.load(_point(builder, place, kind), align=8))
    rest = _shuffle(builder, parts[1], parts[1], [0, 1, 0, 1])
    return _shuffle(builder, parts[0], rest, list(range(LANES)))


def _convert(builder: Any, vector: Any, kind: Any) -> Any:
    """Return a vector in double or single precision."""
    if vector.type.element == kind:
        return vector
    change = builder.fptrunc if isinstance(kind, ir.FloatType) else builder.fpext
    return change(vector, ir.VectorType(kind, LANES))


def _shuffle(builder: Any, a: Any, b: Any, order: list[int]) -> Any:
    return builder.shuffle_vector(a, b, ir.Constant(ir.VectorType(WORD, len(order)), order))


def _transpose(builder: Any, rows: list) -> list:
    """Return the columns of eight rows of eight: blocks beside the diagonal change places."""
    rows = list(rows)
    for size in (1, 2, 4):
        for i in range(LANES):
            if i & size:
                continue
            a, b = rows[i], rows[i + size]
            low = [k if not k & size else LANES + k - size for k in range(LANES)]
            high = [k + size if not k & size else LANES + k for k in range(LANES)]
            rows[i], rows[i + size] = _shuffle(builder, a, b, low), _shuffle(builder, a, b, high)
    return rows
