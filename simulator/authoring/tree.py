"""A text that was read: what stands at a path, and which path stands at a place of the text."""

from functools import cached_property
from typing import Any, NamedTuple

from simulator.spec.errors import KeyPath, Mark, show_path
from simulator.spec.reasons import ExplainedError

from . import pieces
from .pieces import Piece
from .text import BREAK


class EditError(ExplainedError, ValueError):
    """An edit that cannot be done; nothing has changed."""


class Sharing(NamedTuple):
    """A value that an anchor names: where it stands, and all places that have it."""

    anchor: str
    line: int
    uses: list[KeyPath]  # the anchored one first


class SharedError(EditError):
    """The value stands in the text once and is used in several places; `sharing` says where."""

    def __init__(self, sharing: Sharing) -> None:
        self.sharing = sharing
        uses = ", ".join(map(show_path, sharing.uses))
        super().__init__(
            f"the value is shared: &{sharing.anchor} in line {sharing.line} is used by {uses};"
            " change it for all of them, or give this place its own",
            f"значение общее: &{sharing.anchor} в строке {sharing.line} стоит в {uses};"
            " измените его в файле",
        )


class Tree:
    """A text and its pieces; neither changes.

    Raises:
        SpecErrors: The text is no YAML that the loader reads, with the place.
    """

    def __init__(self, text: str, file: str) -> None:
        self.text, self.file = text, file
        self.top = pieces.read(text, file)

    @cached_property
    def data(self) -> Any:
        """The whole as plain data, to be read only."""
        return self.plain()

    @cached_property
    def aliases(self) -> frozenset[KeyPath]:
        """The paths where aliases stand."""
        found = (path for path, piece in pieces.walk(self.top) if piece.target is not None)
        return frozenset(found)

    def plain(self) -> Any:
        """Return the whole as new plain data; what an anchor and its aliases say is one object."""
        return pieces.plain(self.top)

    def follow(self, path: KeyPath) -> list[Piece]:
        """Return the pieces from the top to what is at a path; EditError if nothing is."""
        if self.top is None:
            raise EditError("the file says nothing", "файл пуст")
        chain = [self.top]
        for depth, step in enumerate(path):
            piece = chain[-1].real
            try:
                chain.append(piece.items[piece.row(step)])
            except LookupError:
                where = show_path(path[: depth + 1])
                raise EditError(f"there is no {where}", f"в файле нет {where}") from None
        return chain

    def parent(self, path: KeyPath) -> tuple[Piece, int]:
        """Return the list or mapping that holds what is at a path, and its row there."""
        if not path:
            raise EditError(
                "the file itself is not one of its values", "сам файл не значение в нём"
            )
        piece = self.follow(path)[-2].real
        return piece, piece.row(path[-1])

    def uses(self, named: Piece) -> list[KeyPath]:
        """Return the paths of an anchored value and of its aliases."""
        return [path for path, piece in pieces.walk(self.top) if piece.real is named]

    def written(self, path: KeyPath) -> KeyPath:
        """Return the path where the value stands that may be reached through aliases."""
        piece = self.follow(path)[-1].real
        return path if piece.anchor is None else self.uses(piece)[0]

    def sharing(self, path: KeyPath, *, inside: bool) -> Sharing | None:
        """Return through which anchor an edit at a path would reach other places, too.

        An alias itself can be replaced alone; what is `inside` the value that it stands for cannot.
        """
        chain = self.follow(path)
        for depth, piece in enumerate(chain):
            if piece.target is not None and depth == len(chain) - 1 and not inside:
                return None
            if (named := piece.real).anchor is not None:
                uses = self.uses(named)
                if len(uses) > 1:
                    return Sharing(named.anchor, self.mark_of(named.start).line, uses)
        return None

    def mark(self, path: KeyPath, *, key: bool = False) -> Mark:
        """Return where a value, or its key, stands; EditError if it does not."""
        if not key or not path:
            return self.mark_of(self.follow(path)[-1].start)
        parent, row = self.parent(path)
        return self.mark_of(parent.keys[row].start if parent.keys else parent.items[row].start)

    def mark_of(self, position: int) -> Mark:
        """Return line and column of a position in the text."""
        line, start = 1, 0
        for found in BREAK.finditer(self.text, 0, position):
            line, start = line + 1, found.end()
        return Mark(self.file, line, position - start + 1)

    def path_at(self, line: int, column: int) -> KeyPath | None:
        """Return the path of the value or key that begins at a place; None if none does."""
        position = self._position(line, column)
        for path, piece in pieces.walk(self.top):
            if piece.start == position and (path or piece.kind != "dict"):
                return path
            for row, key in enumerate(piece.keys):
                if key.start == position:
                    return (*path, piece.names()[row])
        return None

    def _position(self, line: int, column: int) -> int:
        start = 0
        for found in BREAK.finditer(self.text):
            if line <= 1:
                break
            line, start = line - 1, found.end()
        return start + column - 1
