"""The only door to numba: the `kernel` decorator and the folder its compiled code is kept in.

numba's own cache does not notice an edit in a kernel of *another* file, so the cache folder is
named by a hash of every kernel source and of the versions that generate code.
"""

import hashlib
import os
import platform
from importlib.metadata import version
from pathlib import Path

import platformdirs

PACKAGE = Path(__file__).resolve().parent
KERNEL_ROOMS = ("physics", "diagram")


def cache_folder() -> Path:
    """Return the folder of compiled kernels for exactly these sources, this numba, this CPU."""
    digest = hashlib.blake2b(digest_size=8)
    sources = [path for room in KERNEL_ROOMS for path in (PACKAGE / room).glob("*.py")]
    for path in sorted([*sources, *PACKAGE.glob("*.py")]):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    for part in (version("numba"), version("numpy"), platform.machine(), platform.python_version()):
        digest.update(part.encode())
    return Path(platformdirs.user_cache_dir("simulator")) / "kernels" / digest.hexdigest()


os.environ.setdefault("NUMBA_CACHE_DIR", str(cache_folder()))

import numba  # noqa: E402  (the cache folder has to be named first)

kernel = numba.njit(nogil=True, cache=True, fastmath=False, error_model="numpy")
