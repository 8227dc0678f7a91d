"""The door of the command `simulator`: Ctrl+C ends it quietly while its parts are still read."""

import atexit
import contextlib
import os
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
    except SystemExit as end:
        if end.code == INTERRUPTED:
            _leave()
        raise
    except RuntimeError as error:
        if not isinstance(error.__cause__, KeyboardInterrupt):  # as in a class while it is made
            raise
        sys.exit(INTERRUPTED)


def _leave() -> None:
    """End at once, but tidily: a thread may still compile, and LLVM be torn down below it."""
    atexit._run_exitfuncs()  # folders of the moment are removed
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(INTERRUPTED)
