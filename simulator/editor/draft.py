"""The open files of a scene whose diagrams are edited: checked after every edit, undone, saved."""

import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path as FilePath
from threading import Thread
from typing import NamedTuple

from simulator.authoring import saving
from simulator.authoring.binder import Binder, Place
from simulator.authoring.document import Document, EditError
from simulator.authoring.pieces import Path
from simulator.authoring.saving import ChangedOnDiskError
from simulator.diagram.check import Checked, Study
from simulator.spec.errors import Problem, SpecErrors
from simulator.spec.fields import Text
from simulator.spec.kept import Kept
from simulator.spec.models.console import PictureSpec
from simulator.spec.models.scene import SceneSpec
from simulator.spec.naming.bodies import robot_name
from simulator.spec.naming.consoles import list_consoles
from simulator.spec.reading.source import Source

from .refusals import no_console

Documents = Sequence[Document]
PICTURE = ("signals", "outputs", "notes")
Survey = Callable[[str, dict[str, bytes], Kept], Checked]


class Unsaved(NamedTuple):
    """Edits that could not be saved."""

    file: FilePath
    copy: FilePath  # where they are kept
    why: Text


class Draft:
    """A scene as its edited files have it.

    `scene` is what could be read last, `problems` is what is wrong with it; `survey` reads a scene
    with the texts of unsaved files in the place of those on the disk.
    """

    def __init__(self, scene: SceneSpec, survey: Survey) -> None:
        self.scene, self.problems = scene, list[Problem]()
        self.study: Study | None = None  # of the scene's diagrams, once it was read here
        self.refusal: Text | None = None  # why the last edit or saving was refused
        self._survey = survey
        self._conflicts: list[Document] = []  # edited here and written by another program
        self._kept = Kept()
        self._binder = Binder()
        self._done: list[Documents] = []  # what each step has changed
        self._undone: list[Documents] = []

    def refuse(self, error: Exception | Text) -> None:
        """Keep why an edit was refused."""
        text = error if isinstance(error, Text) else getattr(error, "text", None)
        said = str(error)
        if isinstance(error, OSError) and error.strerror:
            said = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
        self.refusal = text or Text(ru=said, en=said)

    def find(self, section: str, name: str) -> Place:
        """Return where something of the scene's consoles is written, by its full name.

        Raises:
            EditError: It is not written, or its file has changed on the disk.
        """
        return self._binder.find(self._source(), "console", (section, name))

    def console_of(self, owner: str) -> Document:
        """Return the console file of a robot, or of the scene itself ("").

        Raises:
            EditError: There is none.
        """
        return self._binder.open(self._source().trees[self._tree(owner)].mark.file)

    def locate(self, owner: str, path: Path) -> Place:
        """Return in which of a console's files a path is written, or else would be.

        Raises:
            EditError: There is no console file.
        """
        own = self.console_of(owner)
        if not own.has(path):
            mark = self._source().locate(self._tree(owner), path)
            document = self._binder.open(mark.file)
            if document.has(path):
                return Place(document, path)
        return Place(own, path)

    def list_documents(self, owner: str) -> list[Document]:
        """Return the console file of an owner, and all that it includes."""
        own = self.console_of(owner)
        tree = self._source().trees[self._tree(owner)]
        sections = [part.value for part in tree.value.values() if isinstance(part.value, dict)]
        files = dict.fromkeys(node.mark.file for part in sections for node in part.values())
        others = [self._binder.open(file) for file in files]
        return list({id(one): one for one in (own, *others)}.values())

    def path_of(self, document: Document) -> FilePath:
        """Return where a document's file is."""
        return FilePath(next(k for k, one in self._binder.documents.items() if one is document))

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
        documents: Document | Documents,
        change: Callable[[], object],
        *,
        key: object = None,
        is_strict: bool = False,
        picture: tuple[str, str] | None = None,
    ) -> bool:
        """Do an edit of documents as one step of undo; say whether it could be done.

        Edits with one `key` that follow each other are one step. A strict one is taken back when
        it brings a mistake that was not there. Where nothing changes but the `picture` of an
        owner's console, or of a named diagram in it, the files are not read again.
        """
        taken = (documents,) if isinstance(documents, Document) else tuple(dict.fromkeys(documents))
        before = [(one.version, len(one.history.done)) for one in taken]
        known, study = (self.scene, self.problems), self.study
        self.refusal = None
        try:
            with ExitStack() as groups:
                for one in taken:
                    groups.enter_context(one.group(key))
                change()
        except (EditError, OSError, SpecErrors) as error:
            self.refuse(error)
            return False
        if before == [(one.version, len(one.history.done)) for one in taken]:
            return True
        step = tuple(
            one for one, was in zip(taken, before, strict=True) if len(one.history.done) > was[1]
        )
        if step:
            self._done.append(step)
        self._undone.clear()
        if picture is None or not self._repaint(*picture, taken[0]):
            self.check()
        told = {_told(one) for one in known[1]}
        fresh = [one for one in self.problems if is_strict and _told(one) not in told]
        if fresh:
            for document in self._done.pop():
                document.undo()
                document.history.undone.clear()
            (self.scene, self.problems), self.study = known, study
            self.refuse(Text(ru=fresh[0].message, en=fresh[0].message))
        return not fresh

    def _repaint(self, owner: str, diagram: str, document: Document) -> bool:
        """Take places and remarks out of a document; say whether they are all that has changed."""
        head: Path = ("diagrams", diagram, "layout") if diagram else ("layout",)
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

    def warm(self) -> None:
        """Read the scene's files on a thread of their own, so that the first edit need not."""
        path, kept = self.scene.source, self._kept
        if self.study is None and path:
            Thread(target=self._survey, args=(path, {}, kept), daemon=True).start()

    def check(self) -> None:
        """Read the scene as it would be after saving."""
        texts = {real: one.data for real, one in self._binder.documents.items() if one.is_dirty}
        found = self._survey(self.scene.source, texts, self._kept)
        self.problems = found.problems
        if found.scene is not None:
            self.scene, self.study = found.scene, found.study

    def follow(self, scene: SceneSpec) -> None:
        """Go on with the scene as it was loaded again: what others have saved is read.

        Nobody takes back here what was done elsewhere.
        """
        binder = self._binder
        for document in [*binder.documents.values()]:
            if document.is_dirty or not binder.is_changed(document):
                continue
            try:
                self._read_again(document)
            except (OSError, SpecErrors) as error:  # gone, or being written
                self.refuse(error)
        self.scene, self.problems = scene, []
        if self.is_dirty:
            self.check()

    def _read_again(self, document: Document) -> None:
        self._binder.read_again(document)
        document.history.clear()
        self._done = [one for one in self._done if document not in one]
        self._undone = [one for one in self._undone if document not in one]

    # -- another program has written what is edited here

    @property
    def conflicts(self) -> list[str]:
        """The files that are edited here and were written by another program meanwhile."""
        return [one.file for one in self._conflicts if one.is_dirty]

    def look_for_conflicts(self) -> None:
        """See whether another program has written what is edited here."""
        dirty = self._binder.list_dirty()
        self._conflicts = [one for one in dirty if self._binder.is_changed(one)]

    def reload(self) -> bool:
        """Give the edits in conflict up for what the disk has; say whether that was done.

        They are kept among the files' backups.
        """
        return self._settle(self._give_up)

    def overwrite(self) -> bool:
        """Write all edits, also over what another program has written, which is kept."""
        return self._settle(self._binder.overwrite) and self.save()

    def _give_up(self, document: Document) -> None:
        saving.keep(self.path_of(document), document.data)
        self._read_again(document)

    def _settle(self, how: Callable[[Document], None]) -> bool:
        self.refusal = None
        try:
            for document in [one for one in self._conflicts if one.is_dirty]:
                how(document)
        except (OSError, SpecErrors) as error:  # gone, being written, a full disk
            self.refuse(error)
        self.look_for_conflicts()
        self.check()
        return self.refusal is None

    @property
    def is_dirty(self) -> bool:
        """Whether there is something to save."""
        return bool(self._binder.list_dirty())

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to do again."""
        return bool(self._undone)

    def undo(self) -> None:
        """Take the last step back."""
        self.refusal = None
        if self._done:
            step = self._done.pop()
            for document in step:
                document.undo()
            self._undone.append(step)
            self.check()

    def redo(self) -> None:
        """Do the step again that was taken back last."""
        self.refusal = None
        if self._undone:
            step = self._undone.pop()
            for document in step:
                document.redo()
            self._done.append(step)
            self.check()

    def save(self) -> bool:
        """Write every edited file; say whether that was done, else `refusal` says why not."""
        self.refusal = None
        try:
            self._binder.save_all()
        except (ChangedOnDiskError, OSError) as error:
            self.refuse(error)
            self.look_for_conflicts()
            return False
        return True

    def leave(self) -> list[Unsaved]:
        """Save what is sound as the draft is given up; keep all else among the files' backups.

        Raises:
            OSError: They can be written nowhere.
        """
        if not self.problems and self.save():
            return []
        found = str(self.problems[0]) if self.problems else ""
        mistakes = Text(ru=f"в правках есть ошибки: {found}", en=f"it has mistakes: {found}")
        why = mistakes if found else self.refusal or mistakes
        rows = [(self.path_of(one), one.data) for one in self._binder.list_dirty()]
        return [Unsaved(path, saving.keep(path, data, is_unsaved=True), why) for path, data in rows]

    def line_of(self, section: str, name: str) -> tuple[str, int] | None:
        """Return file and line of something of the consoles."""
        if self.scene.origin is None:
            return None
        mark = self.scene.origin.locate("console", (section, name), key=True)
        return os.fspath(mark.file), mark.line


def _told(problem: Problem) -> tuple[str, str, str, str]:
    """Return what a problem says, wherever its line is by now."""
    return problem.file, problem.path, problem.code, problem.message
