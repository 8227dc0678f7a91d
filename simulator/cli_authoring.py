"""Commands of the command line about files as texts: format."""

from pathlib import Path

from .terminal import complain


def format_(*files: Path, check: bool = False) -> int:
    r"""Tidy files: \n at the end of every line, no blanks before it. Nothing else is changed.

    With --check nothing is written: it proves for each file that the editors understand it and that
    opening and saving it without a change gives the same bytes. Exit status 1 if not.

    Args:
        files: Files, or folders of them.
        check: Only prove.
    """
    from . import formatting
    from .authoring.saving import ChangedOnDiskError

    try:
        return formatting.format_files(files, check)
    except ChangedOnDiskError as error:
        return complain(error)
