"""The console on the desk as it is edited: what is chosen, what was copied, what is written.

Names are those of the scene (`robot.lever`); what is written are the names of the console's file.
"""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from simulator.authoring.binder import Place
from simulator.authoring.document import Document, EditError
from simulator.editor.draft import Draft
from simulator.editor.node import short
from simulator.editor.refusals import no_console
from simulator.spec.errors import KeyPath, SpecErrors
from simulator.spec.fields import Text
from simulator.spec.models.console import ConsoleSpec, WidgetSpec
from simulator.spec.models.scene import SceneSpec
from simulator.spec.naming import consoles

from .geometry import Box

SPOTS = ("layout", "panel")
GONE = object()  # in place of a value: what is there is taken out


class Copied(NamedTuple):
    """A widget as its file has it, where it stood on its card, and the wires that drive it."""

    name: str
    data: dict[str, Any]
    box: Box
    wires: dict[str, Any]  # by what follows the widget's name: "" or ".trace"


class Sketch:
    """What the editor of desks knows; no window.

    `chosen` are widgets in the order they were chosen; else `card` is the group that is, "" the
    card of the widgets without one, None if none is. `page` is the page that is looked at;
    `stretched` are its widgets that their automatic card made wider than they need.
    """

    def __init__(self) -> None:
        self.draft = Draft(SceneSpec())
        self.owner = ""
        self.chosen: list[str] = []
        self.card: str | None = None
        self.page = ""
        self.stretched: Collection[str] = ()
        self.copied: list[Copied] = []

    def follow(self, draft: Draft, owner: str) -> None:
        """Edit the console of an owner from now on; what is no more is chosen no more."""
        if (draft, owner) != (self.draft, self.owner):
            self.chosen, self.card, self.page = [], None, ""
        self.draft, self.owner = draft, owner
        console = self.console
        self.chosen = [name for name in self.chosen if name in console.panel]
        if self.card and self.card not in console.groups:
            self.card = None
        if self.page not in console.pages:
            self.page = next(iter(console.pages), "")

    # -- what there is

    @property
    def console(self) -> ConsoleSpec:
        """The console as it was edited, names as in the scene."""
        return consoles.list_consoles(self.draft.scene).get(self.owner, ConsoleSpec())

    @property
    def refusal(self) -> Text | None:
        """Why the last edit was refused."""
        return self.draft.refusal

    @property
    def lack(self) -> Text | None:
        """How the scene gets a console file, if there is none to edit."""
        draft = self.draft
        return None if draft.has_console(self.owner) else no_console(draft.scene)

    def full(self, name: str) -> str:
        """Return a name of the file as the scene has it."""
        return f"{self.owner}.{name}" if self.owner else name

    def short(self, name: str) -> str:
        """Return a name of the scene as the file has it."""
        return short(name, self.owner)

    def widget(self, name: str) -> WidgetSpec:
        """Return a widget as it is edited."""
        return self.console.panel[name]

    def list_names(self) -> set[str]:
        """Return every name of a signal or widget as the owner's file may write it."""
        console = self.console
        made = (*console.panel, *console.constants, *console.diagram)
        return {self.short(name).partition(".")[0] for name in made}

    def line_of(self, section: str, name: str) -> tuple[str, int] | None:
        """Return file and line of something of the console."""
        try:
            place = self.draft.locate(self.owner, (section, self.short(name)))
            mark = place.document.mark(place.path, key=True)
        except (EditError, SpecErrors, OSError):
            return None
        return mark.file, mark.line

    def locate(self, path: KeyPath) -> Place | None:
        """Return where a path is, or would be, written; None where `refusal` says why not."""
        try:
            return self.draft.locate(self.owner, path)
        except (EditError, SpecErrors, OSError) as error:
            self.draft.refuse(error)
            return None

    def written(self, path: KeyPath) -> Any:
        """Return what the console's files have at a path; None where there is nothing to read."""
        place = self.locate(path)
        return None if place is None else place.document.get(place.path)

    # -- what is chosen

    def choose(self, name: str, is_more: bool = False) -> None:
        """Choose a widget alone, or one more, or one of several less."""
        if not is_more:
            self.chosen = [name]
        elif name in self.chosen:
            self.chosen.remove(name)
        else:
            self.chosen.append(name)
        self.card = self.console.group_of(name)

    def choose_card(self, group: str | None) -> None:
        """Choose a card and no widget."""
        self.chosen, self.card = [], group

    # -- edits

    def write(
        self,
        values: Mapping[KeyPath, Any],
        *,
        key: object = None,
        is_strict: bool = False,
    ) -> bool:
        """Give paths of the console's file values, GONE takes them out; say whether it was done.

        It is one step of undo, also where several files have them.
        """
        places = [one for path in values if (one := self.locate(path)) is not None]
        if len(places) < len(values):
            return False
        documents = list({id(one.document): one.document for one in places}.values())

        def put() -> None:
            found = [*zip(places, values.values(), strict=True)]
            for document in documents:
                _put(document, {at.path: value for at, value in found if at.document is document})
                _tidy(document)

        is_done = self.draft.edit(documents, put, key=key, is_strict=is_strict)
        self.follow(self.draft, self.owner)
        return is_done

    def change(self, change: Any, *, is_strict: bool = False) -> bool:
        """Do `change(document)` in each of the console's files, as one step of undo."""
        draft = self.draft
        try:
            documents = draft.list_documents(self.owner)
        except (EditError, SpecErrors, OSError) as error:
            draft.refuse(error)
            return False

        def do() -> None:
            for document in documents:
                change(document)
                _tidy(document)

        is_done = draft.edit(documents, do, is_strict=is_strict)
        self.follow(draft, self.owner)
        return is_done

    def undo(self) -> None:
        """Take the last edit back."""
        self.draft.undo()
        self.follow(self.draft, self.owner)

    def redo(self) -> None:
        """Do the edit again that was taken back last."""
        self.draft.redo()
        self.follow(self.draft, self.owner)


def _put(document: Document, values: Mapping[KeyPath, Any]) -> None:
    kept = {path: value for path, value in values.items() if value is not GONE}
    fresh = {path[-1]: kept.pop(path) for path in [*kept] if path[:-1] == SPOTS}
    if fresh and document.has(SPOTS):
        kept |= {(*SPOTS, name): spot for name, spot in fresh.items()}
    elif fresh:
        kept[SPOTS] = fresh  # all at once: each key that is new is an edit of its own
    if kept:
        document.update(kept, shared="own")  # one proof for many values that are there
    for path, value in values.items():
        if value is GONE and document.has(path):
            document.remove(path, shared="own")


def _tidy(document: Document) -> None:
    """Take out sections that were left empty."""
    for path in (SPOTS, ("layout",), ("pages",), ("groups",)):
        if document.get(path) == {}:
            document.remove(path)
