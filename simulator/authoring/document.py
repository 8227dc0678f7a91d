"""A YAML file that is edited by paths, value by value; what is not touched keeps every byte.

Each edit is proven: the new text is read again and has to say what the edit meant, or nothing
has changed.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal

from simulator.spec.errors import KeyPath, Mark, SpecErrors
from simulator.spec.reading import syntax

from . import edits, twin
from .edits import Edit
from .history import Change, History, Step
from .text import CannotEdit, Patch, apply, newline
from .tree import EditError, SharedError, Sharing, Tree
from .wording import Unwritable

BOM = b"\xef\xbb\xbf"
Shared = Literal["refuse", "all", "own"]


class Document:
    """The text of one file and its history.

    Paths are tuples of keys (str) and indices (int), as the file has them; what an include brings
    is in that other file's document. Every edit is a step of undo, and takes `shared`, what to do
    with a value that an anchor shares: "refuse" it (SharedError), change "all" places, or give this
    place its "own". `version` grows with every change of the text.

    Raises:
        SpecErrors: The bytes are no YAML that the loader reads, with the place.
    """

    def __init__(self, data: bytes, file: str = "") -> None:
        self.file = file
        self.version = 0
        self.history = History()
        self._bom = BOM if data.startswith(BOM) else b""
        self._tree = Tree(syntax.decode(data, file), file)
        self._saved = self.text
        self._step: Step | None = None

    # -- what it says

    @property
    def text(self) -> str:
        """The whole text, without a byte order mark."""
        return self._tree.text

    @property
    def data(self) -> bytes:
        """The bytes of the file."""
        return self._bom + self.text.encode("utf-8")

    @property
    def is_dirty(self) -> bool:
        """Whether the text differs from what was last read or saved."""
        return self.text != self._saved

    def get(self, path: KeyPath = (), default: Any = None) -> Any:
        """Return a copy of the plain data at a path, `default` where there is none."""
        try:
            return twin.clean(twin.at(self._tree.data, path))
        except (LookupError, TypeError):
            return default

    def has(self, path: KeyPath) -> bool:
        """Say whether something stands at a path."""
        nothing = object()
        return self.get(path, nothing) is not nothing

    def mark(self, path: KeyPath, *, key: bool = False) -> Mark:
        """Return where a value, or its key, stands; EditError if it does not."""
        return self._tree.mark(path, key=key)

    def path_at(self, line: int, column: int) -> KeyPath | None:
        """Return the path of the value or key that begins at a place; None if none does."""
        return self._tree.path_at(line, column)

    # -- edits

    def set(self, path: KeyPath, value: Any, *, shared: Shared = "refuse") -> None:
        """Give a path a value; the parts of lists and mappings that stay the same are not touched.

        A key that is missing comes last, the index behind the last one appends, missing mappings
        on the way are made.

        Raises:
            EditError: The path leads nowhere, or the value cannot be written.
        """
        self.update({path: value}, shared=shared)

    def update(self, values: Mapping[KeyPath, Any], *, shared: Shared = "refuse") -> None:
        """Give several paths values, as `set` does, in one step."""
        with self.group():
            changes = []
            for path, value in values.items():
                changes += self._list_changes(path, value, shared)
            same = [(path, value) for path, value, is_there in changes if is_there]
            if len(same) == len(changes) and not any(value is twin.GONE for _, value in same):
                self._replace(same, shared)
                return
            for path, value in values.items():
                for where, new, is_there in self._list_changes(path, value, shared):
                    self._change(where, new, is_there, shared)

    def insert(
        self,
        path: KeyPath,
        value: Any,
        *,
        at: int | None = None,
        shared: Shared = "refuse",
    ) -> None:
        """Put a new value into a list or mapping: before the index or under the key of `path`.

        In a mapping it comes before the row `at`, or last.

        Raises:
            EditError: The key is there already, or the list or mapping is not.
        """
        with self.group():
            self._release(path[:-1], shared, inside=True)
            self._insert(path, twin.clean(value), at)

    def remove(self, path: KeyPath, *, shared: Shared = "refuse") -> None:
        """Take a value out with its key and the comments right above it and behind it.

        Where aliases stand for the value, the first of them keeps it.
        """
        with self.group():
            self._release(path[:-1], shared, inside=True)
            self._remove(path)

    def rename(self, path: KeyPath, name: str) -> None:
        """Give a key of a mapping another name; who refers to it by name is not looked at."""
        with self.group():
            self._release(path[:-1], "refuse", inside=True)
            self._prove(edits.rename(self._tree, path, name))

    def move(self, path: KeyPath, to: KeyPath, *, at: int | None = None) -> None:
        """Put a value, with its comments, elsewhere: `to` is its path afterwards, `at` its row."""
        with self.group():
            self._release(path[:-1], "refuse", inside=True)
            self._release(to[:-1], "refuse", inside=True)
            value, lines = self.get(path), edits.cut(self._tree, path)
            if at is None and path[:-1] == to[:-1]:  # another name alone is no other place
                at = self._tree.parent(path)[1]
            self._remove(path)
            step = path[-1] if isinstance(to[-1], str) else to[-1]
            same = isinstance(path[-1], str) == isinstance(to[-1], str)
            there = (*to[:-1], step)
            pasted = edits.paste(self._tree, there, lines, value, at) if lines and same else None
            if pasted is None:
                self._insert(to, value, at)
                return
            self._prove(pasted)
            if there != to:
                self._prove(edits.rename(self._tree, there, str(to[-1])))

    @contextmanager
    def group(self) -> Iterator[None]:
        """Make the edits inside one step of undo; all of them are taken back if one fails."""
        if self._step is not None:
            yield
            return
        self._step, before = Step(), self._tree
        try:
            yield
        except BaseException as error:
            self._show(before)
            if isinstance(error, CannotEdit | Unwritable | LookupError | TypeError):
                raise EditError(
                    str(error), f"так файл не записать ({error}); измените его как текст"
                ) from error
            raise
        else:
            self.history.add(self._step)
        finally:
            self._step = None

    # -- history

    def undo(self) -> None:
        """Take the last step back; nothing happens where there is none."""
        self._show(Tree(self.history.undo(self.text), self.file))

    def redo(self) -> None:
        """Do the step again that was taken back last."""
        self._show(Tree(self.history.redo(self.text), self.file))

    def replace_data(self, data: bytes) -> None:
        """Take other bytes, such as what another program has saved, as one step; not dirty then.

        Raises:
            SpecErrors: They are not YAML; nothing has changed.
        """
        tree = Tree(syntax.decode(data, self.file), self.file)
        if tree.text != self.text:
            self.history.add(Step(changes=[Change(0, self.text, tree.text)]))
            self._show(tree)
        self._bom = BOM if data.startswith(BOM) else b""
        self._saved = self.text

    def note_saved(self) -> None:
        """Take the present text for what the file has."""
        self._saved = self.text

    # -- inside

    def _show(self, tree: Tree) -> None:
        if tree.text != self.text:
            self._tree = tree
            self.version += 1

    def _prove(self, edit: Edit) -> None:
        """Make a change; EditError if the text does not say then what is meant."""
        assert self._step is not None
        text = self.text
        least = [one for one in edit.patches if text[one.start : one.end] != one.new]
        # a block at the file's end may need the line break that it has not
        for todo in (least, [*least, Patch(len(text), len(text), newline(text))]):
            try:
                tree = Tree(apply(text, todo), self.file)
            except SpecErrors as errors:
                told = errors.problems[0]
                raise EditError(
                    f"the edit would break the file: {told}", f"правка испортила бы файл: {told}"
                ) from errors
            if twin.is_same(tree.plain(), edit.meant):
                break
        else:
            raise EditError(
                "there is no form for this edit; edit the file as text",
                "для этой правки нет записи; измените файл как текст",
            )
        for start, end, new in reversed(todo):
            self._step.changes.append(Change(start, text[start:end], new))
        self._show(tree)

    def _list_changes(self, path: KeyPath, value: Any, shared: Shared) -> list[Any]:
        aliases = () if shared == "all" else self._tree.aliases
        return [*twin.list_changes(self._tree.data, path, twin.clean(value), aliases)]

    def _change(self, path: KeyPath, value: Any, is_there: bool, shared: Shared) -> None:
        if is_there and value is not twin.GONE:
            self._replace([(path, value)], shared)
            return
        self._release(path[:-1], shared, inside=True)
        if value is twin.GONE:
            self._remove(path)
        else:
            self._insert(path, value, None)

    def _replace(self, values: list[tuple[KeyPath, Any]], shared: Shared) -> None:
        for path, _ in values:
            self._release(path, shared)
        if shared == "all":
            values = [(self._tree.written(path), value) for path, value in values]
        if values:
            self._prove(edits.replace(self._tree, values))

    def _insert(self, path: KeyPath, value: Any, at: int | None) -> None:
        if not path:
            raise EditError(
                "the file itself is not one of its values", "сам файл не значение в нём"
            )
        if unfolded := edits.unfold(self._tree, path, value):
            self._prove(unfolded)
        self._prove(edits.insert(self._tree, path, value, at))

    def _remove(self, path: KeyPath) -> None:
        parent, row = self._tree.parent(path)
        named = parent.items[row]
        if named.target is None and named.anchor is not None:
            uses = self._tree.uses(named)
            if len(uses) > 1:
                sharing = Sharing(named.anchor, 0, uses)
                self._prove(edits.detach(self._tree, uses[0], sharing))
        self._prove(edits.remove(self._tree, path))

    def _release(self, path: KeyPath, shared: Shared, *, inside: bool = False) -> None:
        """See to it that what is at a path may be edited without other places noticing."""
        while shared != "all" and (sharing := self._tree.sharing(path, inside=inside)):
            if shared == "refuse":
                raise SharedError(sharing)
            self._prove(edits.detach(self._tree, path, sharing))


__all__ = ["Document", "EditError", "SharedError", "Sharing"]
