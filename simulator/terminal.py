"""What the commands say: results to the standard output, complaints to the error output."""

from rich.console import Console

out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)


def complain(text: object) -> int:
    """Print an error and return the exit status 1."""
    err.print(str(text), markup=False)
    return 1
