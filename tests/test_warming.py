"""The second process that compiles: whatever becomes of it, the first one compiles what is left."""

import subprocess
import sys

from simulator import warming


def test_the_second_process_starts():
    done = subprocess.run([sys.executable, "-c", warming.COMMAND], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
