"""`python -m simulator`: the same as the command `simulator`."""

from .cli import main

main()
