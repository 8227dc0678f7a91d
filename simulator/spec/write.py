"""Plain data -> YAML that the loader reads back to the same values."""

import os
from pathlib import Path
from typing import Any

import yaml


def as_yaml(data: Any) -> str:
    """Return YAML: innermost mappings and lists on one line, keys in the order they have."""
    return yaml.safe_dump(data, sort_keys=False, allow_unicode=True, default_flow_style=None)


def write_whole(path: Path, text: str) -> None:
    """Write a file so that others see the old one or the new one, never a part.

    Raises:
        OSError: It cannot be written; what was there is as it was.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
