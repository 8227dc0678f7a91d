"""The files of a scene whose desks and diagrams are edited: where consoles have what is named."""

import os
from collections.abc import Callable, Sequence

from simulator.authoring.binder import Place
from simulator.authoring.document import Document, EditError
from simulator.authoring.edited_files import EditedFiles
from simulator.spec.errors import KeyPath, SpecErrors
from simulator.spec.models.console import PictureSpec
from simulator.spec.naming.bodies import robot_name
from simulator.spec.naming.consoles import list_consoles
from simulator.spec.reading.source import Source

from .refusals import no_console

PICTURE = ("signals", "outputs", "notes")


class Draft(EditedFiles):
    """Edited files, found by the names of the scene's consoles."""

    def console_of(self, owner: str) -> Document:
        """Return the console file of a robot, or of the scene itself ("").

        Raises:
            EditError: There is none.
        """
        return self.binder.open(self._source().trees[self._tree(owner)].mark.file)

    def locate(self, owner: str, path: KeyPath) -> Place:
        """Return in which of a console's files a path is written, or else would be.

        Raises:
            EditError: There is no console file.
        """
        own = self.console_of(owner)
        if not own.has(path):
            mark = self._source().locate(self._tree(owner), path)
            document = self.binder.open(mark.file)
            if document.has(path):
                return Place(document, path)
        return Place(own, path)

    def list_documents(self, owner: str) -> list[Document]:
        """Return the console file of an owner, and all that it includes."""
        own = self.console_of(owner)
        tree = self._source().trees[self._tree(owner)]
        sections = [part.value for part in tree.value.values() if isinstance(part.value, dict)]
        files = dict.fromkeys(node.mark.file for part in sections for node in part.values())
        others = [self.binder.open(file) for file in files]
        return list({id(one): one for one in (own, *others)}.values())

    def _source(self) -> Source:
        if self.scene.origin is None:
            raise EditError("the scene was not read from files", "сцена прочитана не из файлов")
        return self.scene.origin

    def _tree(self, owner: str) -> str:
        tree = self._tree_name(owner)
        if tree not in self._source().trees:
            told = no_console(self.scene)
            raise EditError(told.en, told.ru)
        return tree

    def _tree_name(self, owner: str) -> str:
        rows = {robot_name(one): row for row, one in enumerate(self.scene.robots)}
        return f"robots.{rows[owner]}.console" if owner in rows else "console"

    def has_console(self, owner: str) -> bool:
        """Return whether a robot, or the scene itself (""), has a console file."""
        return self.scene.origin is not None and self._tree_name(owner) in self.scene.origin.trees

    def edit(
        self,
        documents: Document | Sequence[Document],
        change: Callable[[], object],
        *,
        key: object = None,
        is_strict: bool = False,
        picture: tuple[str, str] | None = None,
    ) -> bool:
        """Do an edit of documents as a `step`; say whether that was done, else `refusal` says why.

        Where nothing changes but the `picture` of an owner's console, or of a named diagram in it,
        the files are not read again.
        """
        taken = (documents,) if isinstance(documents, Document) else documents
        self.refusal = None

        def check() -> None:
            if picture is None or not self._repaint(*picture, taken[0]):
                self.check()

        try:
            with self.step(*taken, key=key, is_strict=is_strict, check=check):
                change()
        except (EditError, OSError, SpecErrors) as error:
            self.refuse(error)
            return False
        return True

    def _repaint(self, owner: str, diagram: str, document: Document) -> bool:
        """Take places and remarks out of a document; say whether they are all that has changed."""
        head: KeyPath = ("diagrams", diagram, "layout") if diagram else ("layout",)
        tree = self._source().trees[self._tree(owner)].value.get("layout")
        files = {mark.file for mark in tree.keys.values()} if tree is not None else set()
        if self.problems or (not diagram and files - {document.file}):  # an include has places, too
            return False
        try:
            fresh = PictureSpec.model_validate(
                {k: v for k, v in (document.get(head) or {}).items() if k in PICTURE}
            )
        except ValueError:
            return False
        update = {name: getattr(fresh, name) for name in PICTURE}
        part = list_consoles(self.scene)[owner]
        if diagram:
            spec = part.diagrams[diagram]
            spec = spec.model_copy(update={"layout": spec.layout.model_copy(update=update)})
            part = part.model_copy(update={"diagrams": {**part.diagrams, diagram: spec}})
        else:
            part = part.model_copy(update={"layout": part.layout.model_copy(update=update)})
        consoles = {**list_consoles(self.scene), owner: part}
        self.scene = self.scene.model_copy(update={"consoles": consoles})
        return True

    def line_of(self, section: str, name: str) -> tuple[str, int] | None:
        """Return file and line of something of the consoles."""
        if self.scene.origin is None:
            return None
        mark = self.scene.origin.locate("console", (section, name), key=True)
        return os.fspath(mark.file), mark.line
