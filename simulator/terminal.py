"""What the commands say: results to the standard output, complaints to the error output."""

import locale
import os
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from .recordings.record_file import is_device

CONTROLS = {
    code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160)) if code not in b"\t\n"
}


class Terminal(Console):
    """A terminal that shows control characters: what a file says cannot rule the screen."""

    def render_str(self, text: str, **options: Any) -> Text:
        """Return a text as it is printed."""
        return super().render_str(text.translate(CONTROLS), **options)


out = Terminal(highlight=False, soft_wrap=True, emoji=False)
err = Terminal(stderr=True, highlight=False, soft_wrap=True, emoji=False)


def find_fault(path: Path, suffix: str) -> str:
    """Return why a file should not be written to a path, "" for nothing: a slip of the fingers.

    It might be the scene, or the recording. Devices and pipes take everything.
    """
    if is_device(path) or path.suffix.lower() == suffix:
        return ""
    named = f": {path.with_suffix(suffix)}" if path.name else ""
    return f"{path}: such a file is written as {suffix}{named}"


def complain(text: object) -> int:
    """Print an error and return the exit status 1."""
    if isinstance(text, Exception):
        from .spec.reading.project import tell_error  # what reads files is long to import

        text = tell_error(text)
    err.print(str(text), markup=False)
    return 1


def system_language() -> str:
    """Return "ru" where the system speaks Russian, else "en"."""
    names = [os.environ.get(key, "") for key in ("LC_ALL", "LC_MESSAGES", "LANG")]
    named = next((name for name in names if name), locale.getlocale()[0] or "")
    return "ru" if named.lower().startswith("ru") else "en"
