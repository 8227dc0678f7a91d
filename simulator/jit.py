"""The only door to numba: the `kernel` decorator and the folder its compiled code is kept in.

numba's own cache does not notice an edit in a kernel of *another* file, so the cache folder is
named by a hash of every kernel source and of the versions that generate code.
"""

import hashlib
import os
import platform
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

import platformdirs

Function = TypeVar("Function", bound=Callable[..., Any])
PACKAGE = Path(__file__).resolve().parent
KERNEL_ROOMS = ("physics", "diagram")


def cache_folder() -> Path:
    """Return the folder of compiled kernels for exactly these sources, this numba, this CPU."""
    digest = hashlib.blake2b(digest_size=8)
    sources = [path for room in KERNEL_ROOMS for path in (PACKAGE / room).glob("*.py")]
    for path in sorted([*sources, PACKAGE / "frame.py", PACKAGE / "jit.py"]):
        digest.update(path.name.encode())
        digest.update(path.read_bytes() if path.exists() else b"")
    for part in (version("numba"), version("numpy"), platform.machine(), platform.python_version()):
        digest.update(part.encode())
    return Path(platformdirs.user_cache_dir("simulator")) / "kernels" / digest.hexdigest()


os.environ.setdefault("NUMBA_CACHE_DIR", str(cache_folder()))

import numba  # noqa: E402  (the cache folder has to be named first)

_kernels: list[Any] = []


def kernel(function: Function) -> Function:
    """Compile a plain loop over tables: no GIL, cached on disk, the same bits every time."""
    compiled = numba.njit(nogil=True, cache=True, fastmath=False, error_model="numpy")(function)
    _kernels.append(compiled)
    return compiled  # type: ignore[return-value]


def progress() -> tuple[int, int]:
    """Return how many kernels are ready and how many there are."""
    ready = sum(1 for one in _kernels if getattr(one, "signatures", True))
    return ready, len(_kernels)
