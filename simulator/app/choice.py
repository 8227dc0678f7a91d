"""What is chosen in the scene's editor: one thing, or several that are moved and copied as one."""

from collections.abc import Sequence


class Choice:
    """Names of things; the first has the handles, and its properties are shown."""

    def __init__(self) -> None:
        self.names: tuple[str, ...] = ()

    @property
    def main(self) -> str:
        """The name of the thing with the handles; "" where nothing is chosen."""
        return self.names[0] if self.names else ""

    def take(self, name: str, how: str = "", among: Sequence[str] = ()) -> None:
        """Choose a thing.

        Args:
            name: Its name; "" for nothing.
            how: "also" adds it or takes it away again, "through" takes all up to it from the one
                with the handles, "" takes it alone.
            among: Things that can be chosen together, as they are listed.
        """
        can_join = name in among and self.main in among
        if how == "through" and can_join:
            first, last = sorted((among.index(self.main), among.index(name)))
            self.names = (self.main, *(one for one in among[first : last + 1] if one != self.main))
        elif how == "also" and can_join:
            others = tuple(one for one in self.names if one != name)
            self.names = others if name in self.names else (name, *others)
        elif name or not how:  # who misses a thing among several keeps them
            self.names = (name,) if name else ()

    def rename(self, old: str, new: str) -> None:
        """Follow a thing to its new name."""
        self.names = tuple(new if one == old else one for one in self.names)
