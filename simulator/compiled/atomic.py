"""Words that two threads share without a lock: read, write, add, and swap where unchanged.

Each is one processor instruction with full ordering, usable in kernels only.
"""

from typing import Any

from .jit import intrinsic, kinds

INTEGER = kinds.int64
LINE = 8  # words of a cache line: those that threads share lie on lines of their own


def _place(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    words = context.make_array(signature.args[0])(context, builder, arguments[0])
    return builder.gep(words.data, [arguments[1]])


@intrinsic
def read(typing: Any, words: Any, index: Any) -> Any:
    """Return `words[index]`; `words` (n,) int64."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _place(context, builder, signature, arguments)
        return builder.load_atomic(place, "seq_cst", 8)

    return INTEGER(words, INTEGER), generate


@intrinsic
def write(typing: Any, words: Any, index: Any, value: Any) -> Any:
    """Set `words[index]`."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _place(context, builder, signature, arguments)
        builder.store_atomic(arguments[2], place, "seq_cst", 8)
        return context.get_dummy_value()

    return kinds.void(words, INTEGER, INTEGER), generate


@intrinsic
def add(typing: Any, words: Any, index: Any, value: Any) -> Any:
    """Add to `words[index]`; return what it was."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _place(context, builder, signature, arguments)
        return builder.atomic_rmw("add", place, arguments[2], "seq_cst")

    return INTEGER(words, INTEGER, INTEGER), generate


@intrinsic
def swap(typing: Any, words: Any, index: Any, old: Any, new: Any) -> Any:
    """Set `words[index]` to `new` if it is `old`; return whether it was."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _place(context, builder, signature, arguments)
        pair = builder.cmpxchg(place, arguments[2], arguments[3], "seq_cst", "seq_cst")
        return builder.extract_value(pair, 1)

    return kinds.boolean(words, INTEGER, INTEGER, INTEGER), generate
