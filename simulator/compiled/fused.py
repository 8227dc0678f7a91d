"""A product and a sum as one operation of the processor, rounded once: usable in kernels only.

Where a kernel says so, and nowhere else, so that the bits depend on what is written and not on
what the compiler makes of it. What has to cancel exactly, as in a cross product, is not written so.
"""

from typing import Any

from .jit import intrinsic, kinds

DOUBLE, SINGLE = kinds.float64, kinds.float32


@intrinsic
def fma(typing: Any, a: Any, b: Any, c: Any) -> Any:
    """Return a b + c, in single precision if all three are."""
    number = SINGLE if a == b == c == SINGLE else DOUBLE

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.fma(*arguments)

    return number(number, number, number), generate
