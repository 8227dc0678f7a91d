"""A diagram that cannot be compiled."""

from simulator.spec.reading.source import Told


class DiagramError(ValueError):
    """Every mistake of a diagram that could not be compiled."""

    def __init__(self, problems: list[Told]) -> None:
        self.problems = problems
        super().__init__("\n".join(f"{'.'.join(map(str, p.path))}: {p.message}" for p in problems))
