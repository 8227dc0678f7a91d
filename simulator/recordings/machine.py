"""What a run was made on and by: for recordings, and for results that others have to trust."""

import functools
import hashlib
import os
import platform
from importlib.metadata import version
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
ROOMS = ("compiled", "diagram", "exact", "faults", "outside", "physics", "spec")
BESIDE = ("actuators", "changes", "frame", "pulses", "pushing", "simulation")


def versions() -> dict[str, str]:
    """Return what the bits of a run depend on besides its inputs."""
    return {
        "program": version("simulator"),
        "code": _hash_code(),
        "numba": version("numba"),
        "numpy": version("numpy"),
        "python": platform.python_version(),
        "machine": platform.machine(),
    }


@functools.cache
def _hash_code() -> str:
    """Return a hash over the source of everything that moves things, or that they start from."""
    files = [PACKAGE / f"{name}.py" for name in BESIDE]
    files += [path for room in ROOMS for path in (PACKAGE / room).rglob("*.py")]
    whole = hashlib.blake2b(digest_size=8)
    for path in sorted(files):
        whole.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return whole.hexdigest()


@functools.cache
def describe_machine() -> dict[str, str]:
    """Return processor, memory and system in words."""
    memory = _first(Path("/proc/meminfo"), "MemTotal")
    return {
        "system": platform.platform(),
        "processor": _first(Path("/proc/cpuinfo"), "model name") or platform.processor(),
        "processors": str(os.cpu_count() or 1),
        "memory": memory,
        "python": platform.python_implementation(),
    }


def _first(path: Path, key: str) -> str:
    """Return the value of the first line `key: value` of a file, "" where there is none."""
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    found = (line.partition(":")[2].strip() for line in lines if line.startswith(key))
    return next(found, "")
