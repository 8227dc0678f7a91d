"""What a run was made on: for recordings, and for results that others have to trust."""

import functools
import os
import platform
from pathlib import Path


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
