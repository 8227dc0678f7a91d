"""The door of the command `simulator`: Ctrl+C ends it quietly while its parts are still read."""

import sys

INTERRUPTED = 130  # exit status of what SIGINT ends, as shells have it


def main() -> None:
    """Run the command line."""
    try:
        from . import stopping

        stopping.insist()
        from .cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except RuntimeError as error:
        if not isinstance(error.__cause__, KeyboardInterrupt):  # as in a class while it is made
            raise
        sys.exit(INTERRUPTED)
