"""`python -m simulator`: the same as the command `simulator`."""

from .entry import main

main()
