"""Files of a scene under edit: changed step by step, checked, undone, saved, read again.

Each editor's files are such: the scene's (`placing`), the desk's and the diagram's
(`editor.draft`), which share theirs.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

from simulator.spec import russian
from simulator.spec.errors import Problem, SpecErrors
from simulator.spec.fields import Text
from simulator.spec.kept import Kept
from simulator.spec.models.scene import SceneSpec
from simulator.spec.reasons import explain

from . import saving
from .binder import Binder
from .document import Document, EditError
from .saving import ChangedOnDiskError

Step = tuple[Document, ...]  # what an undo takes back the last edit of
# a scene with the texts of unsaved files in the place of those on the disk, all that is wrong in
# it, and what its diagrams say
Survey = Callable[[str, dict[str, bytes], Kept], tuple[SceneSpec | None, list[Problem], Any]]


def unread(scene: str, unsaved: dict[str, bytes], kept: Kept) -> tuple[None, list[Problem], None]:
    """Read nothing and find nothing wrong: the survey of a scene that no files have."""
    return None, [], None


class Unsaved(NamedTuple):
    """Edits that could not be saved."""

    file: Path
    copy: Path  # where they are kept
    why: Text


class EditedFiles:
    """A scene and its open files.

    `scene` is what could be read last, `problems` is what is wrong with it. With `at_once` every
    step is saved, and may bring no mistake; `scene` is then the one that runs, which takes the
    files over.
    """

    def __init__(self, scene: SceneSpec, survey: Survey = unread, *, at_once: bool = False) -> None:
        self.scene, self.problems = scene, list[Problem]()
        self.study: Any = None  # of the scene's diagrams, once it was read here
        self.refusal: Text | None = None  # why the last edit or saving was refused
        self.binder = Binder()
        self._survey, self._kept, self._at_once = survey, Kept(), at_once
        self._done: list[Step] = []
        self._undone: list[Step] = []
        self._last: tuple[object, Step] = None, ()  # the key of the last step, where it was an edit
        self._conflicts: list[Document] = []  # edited here and written by another program

    def path_of(self, document: Document) -> Path:
        """Return where a document's file is."""
        return Path(self.binder.path_of(document))

    def refuse(self, error: Exception | Text) -> None:
        """Keep why an edit was refused."""
        self.refusal = error if isinstance(error, Text) else explain(error)

    # -- edits

    @contextmanager
    def step(
        self,
        *documents: Document,
        key: object = None,
        is_strict: bool = False,
        check: Callable[[], None] | None = None,
    ) -> Iterator[None]:
        """Make the edits of documents inside one step of undo, checked by `check` or as usual.

        Edits with one `key` that follow each other are one step. A strict one may bring no
        mistake that was not there. What is refused is taken back, and what was undone before it
        can still be done again.

        Raises:
            EditError: It cannot be written, or it brings a mistake.
            ChangedOnDiskError: It is to be saved at once; another program has saved the file.
            OSError: It is to be saved at once; the file cannot be written.
        """
        before = {one: one.version for one in documents}
        undone = {one: [*one.history.undone] for one in documents}
        with ExitStack() as groups:
            for one in before:
                groups.enter_context(one.group())
            yield
        step = tuple(one for one, version in before.items() if one.version != version)
        if not step:
            return
        known = self.scene, self.problems, self.study
        try:
            (check or self.check)()
            if is_strict or self._at_once:
                self._refuse_mistakes(known[1])
            if self._at_once:
                self.binder.save_all()
        except Exception:
            for one in step:
                one.undo()
                one.history.undone[:] = undone[one]
            self.scene, self.problems, self.study = known
            raise
        self._undone.clear()
        if key is not None and (key, step) == self._last:
            for one in step:
                one.history.join()
        else:
            self._done.append(step)
        self._last = key, step

    def _refuse_mistakes(self, known: list[Problem]) -> None:
        told = {_told(one) for one in known}
        for one in self.problems:
            if _told(one) not in told:
                if not self._at_once:
                    raise EditError(one.message, russian.say(one.message))
                raise EditError(str(one), russian.line(one).ru)

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to do again."""
        return bool(self._undone)

    def undo(self) -> bool:
        """Take the last step back; return whether there was one. Errors of saving as `step`."""
        return self._shift(self._done, self._undone, Document.undo, Document.redo)

    def redo(self) -> bool:
        """Do the step again that was taken back last."""
        return self._shift(self._undone, self._done, Document.redo, Document.undo)

    def _shift(
        self,
        source: list[Step],
        target: list[Step],
        shift: Callable[[Document], None],
        back: Callable[[Document], None],
    ) -> bool:
        self.refusal = None
        if not source:
            return False
        for document in source[-1]:
            shift(document)
        try:
            if self._at_once:
                self.binder.save_all()
            else:
                self.check()
        except Exception:
            for document in source[-1]:
                back(document)
            raise
        target.append(source.pop())
        self._last = None, ()
        return True

    # -- the scene that they are

    def warm(self) -> None:
        """Read the scene's files on a thread of their own, so that the first edit need not."""
        path, kept = self.scene.source, self._kept
        if self.study is None and path:
            Thread(target=self._survey, args=(path, {}, kept), daemon=True).start()

    def check(self) -> None:
        """Read the scene as it would be after saving."""
        texts = {real: one.data for real, one in self.binder.documents.items() if one.is_dirty}
        scene, self.problems, study = self._survey(self.scene.source, texts, self._kept)
        if scene is not None and not self._at_once:
            self.scene, self.study = scene, study

    def follow(self, scene: SceneSpec) -> bool:
        """Go on with the scene as it was loaded again; say whether what others saved could be read.

        Nobody takes back here what was done elsewhere.
        """
        is_read = True
        for document in [*self.binder.documents.values()]:
            if document.is_dirty or not self.binder.is_changed(document):
                continue
            try:
                self._read_again(document)
            except (OSError, SpecErrors) as error:  # gone, or being written
                self.refuse(error)
                is_read = False
        self.scene, self.problems = scene, []
        if self.is_dirty and not self._at_once:
            self.check()
        return is_read

    def _read_again(self, document: Document) -> None:
        self.binder.read_again(document)
        document.history.clear()
        self._last = None, ()
        self._done = [one for one in self._done if document not in one]
        self._undone = [one for one in self._undone if document not in one]

    # -- another program has written what is edited here

    @property
    def conflicts(self) -> list[str]:
        """The files that are edited here and were written by another program meanwhile."""
        return [one.file for one in self._conflicts if one.is_dirty]

    def look_for_conflicts(self) -> None:
        """See whether another program has written what is edited here."""
        dirty = self.binder.list_dirty()
        self._conflicts = [one for one in dirty if self.binder.is_changed(one)]

    def reload(self) -> bool:
        """Give the edits in conflict up for what the disk has; say whether that was done.

        They are kept among the files' backups.
        """
        return self._settle(self._give_up)

    def overwrite(self) -> bool:
        """Write all edits, also over what another program has written, which is kept."""
        return self._settle(partial(self.binder.save, over=True)) and self.save()

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

    # -- saved

    @property
    def is_dirty(self) -> bool:
        """Whether there is something to save."""
        return bool(self.binder.list_dirty())

    def save(self) -> bool:
        """Write every edited file; say whether that was done, else `refusal` says why not."""
        self.refusal = None
        try:
            self.binder.save_all()
        except (ChangedOnDiskError, OSError) as error:
            self.refuse(error)
            self.look_for_conflicts()
            return False
        return True

    def leave(self) -> list[Unsaved]:
        """Save what is sound as the files are given up; keep all else among their backups.

        Raises:
            OSError: They can be written nowhere.
        """
        if not self.problems and self.save():
            return []
        found = russian.line(self.problems[0]) if self.problems else Text(ru="", en="")
        ru, en = f"в правках есть ошибки: {found.ru}", f"it has mistakes: {found.en}"
        mistakes = Text(ru=ru, en=en)
        why = mistakes if self.problems else self.refusal or mistakes
        rows = [(self.path_of(one), one.data) for one in self.binder.list_dirty()]
        return [Unsaved(path, saving.keep(path, data, is_unsaved=True), why) for path, data in rows]


def _told(problem: Problem) -> tuple[str, str, str, str]:
    """Return what a problem says, wherever its line is by now."""
    return problem.file, problem.path, problem.code, problem.message
