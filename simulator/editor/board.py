"""The diagrams of a scene on the table: what is shown, chosen, plotted, edited, and asked for."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from simulator.authoring.document import EditError
from simulator.authoring.edited_files import Survey, unread
from simulator.diagram import check
from simulator.diagram.check import Study
from simulator.diagram.terminals import list_terminals
from simulator.diagram.walk import Walk
from simulator.snapshot import Event
from simulator.spec.errors import Problem, SpecErrors
from simulator.spec.fields import Text
from simulator.spec.models.console import NoteSpec, PictureSpec
from simulator.spec.models.scene import SceneSpec
from simulator.spec.naming import consoles

from . import copies, edits, gather, naming
from . import graph as graphs
from .copies import Copy
from .draft import Draft
from .graph import Graph, Node
from .history import History, Stop
from .live import Live
from .places import layout_key
from .refusals import RefusedError
from .scope import Scope, open_scope
from .sheet import Sheet

MOST_TRACES = 8
STEP = 24.0  # px aside for what is pasted onto what lies there


class Board:
    """Everything the editor knows; no window.

    `outbox` waits to be sent to the simulation, `changed` is a scene whose diagram it has to take.
    """

    def __init__(self, survey: Survey = unread) -> None:
        self._survey = survey
        self.outbox: list[Event] = []
        self.changed: SceneSpec | None = None
        self.plotted: list[str] = []  # full names
        self.signal = ""  # of the chosen wire
        self.copied: Copy | None = None
        self.note = ""  # that is chosen
        self.wants_fit = False  # another sheet is shown
        self.asked_code: tuple[str, list[str], tuple[float, float]] | None = None
        self.locked = ""  # why nothing may be edited: "attempt", "recording"
        self.live = Live()
        self._study: Study | None = None
        self.open(SceneSpec())

    def open(self, scene: SceneSpec) -> None:
        """Show another scene."""
        self._take_scene(scene)
        self.sheets: dict[tuple[str, str], Sheet] = {}
        self._stale: set[tuple[str, str]] = set()  # sheets that show the scene before
        self._graphs: dict[tuple[str, str], tuple[Study, list[str], Graph]] = {}
        self.draft = Draft(scene, self._survey)
        self.plotted, self.signal, self.outbox, self.changed = [], "", [], None
        self.history = History()  # a new one: another thread may still write into the old
        self.owners = tuple(consoles.list_consoles(scene))
        self.owner, self.inside = self.owners[0], ""  # a use of a named diagram that is open

    def renew(self, scene: SceneSpec) -> None:
        """Show the scene after a change of its diagram; what was chosen stays."""
        self._take_scene(scene)
        self._stale = set(self.sheets)
        while self.inside and self._scope(self.owner, self.inside) is None:
            self.leave()

    def reopen(self, scene: SceneSpec) -> None:
        """Show what somebody else has made of the scene, or what was saved and read again."""
        self.renew(scene)
        self.draft.follow(scene)
        if self.draft.is_dirty:  # what is edited here goes on
            self._take()

    def _take_scene(self, scene: SceneSpec) -> None:
        self.scene, self._study = scene, None

    @property
    def study(self) -> Study:
        """What the scene's diagrams say."""
        known = self.draft.study
        if self._study is None and known is not None and known.console is self.scene.console_spec:
            self._study = known
        if self._study is None:
            self._study = check.study(self.scene.console_spec, list_terminals(self.scene))
        return self._study

    def _scope(self, owner: str, inside: str) -> Scope | None:
        return open_scope(consoles.list_consoles(self.scene)[owner], owner, inside)

    def _read(self, owner: str, inside: str) -> Graph:
        part = consoles.list_consoles(self.scene)[owner]
        head = f"{owner}." if owner else ""
        shown = [
            name if name in self.scene.console_spec.panel or not head else f"{head}{name}"
            for name in part.layout.signals
        ]
        scope = self._scope(owner, inside) or Scope(part, owner)
        study, names, graph = self._graphs.get((owner, inside), (None, None, None))
        if graph is None or study is not self.study or names != shown:
            graph = graphs.read(self.study, scope, shown)
            self._graphs[owner, inside] = self.study, shown, graph
        return graph._replace(scope=scope)  # where only the picture has changed

    def _written(self, graph: Graph) -> dict[str, tuple[float, float]]:
        """Return where the file has the nodes of a graph."""
        layout, found = _picture(graph.scope), {}
        for key in graph.nodes:
            section, name = layout_key(graph, key)
            if name in getattr(layout, section):
                found[key] = getattr(layout, section)[name]
        return found

    def choose(self, owner: str) -> None:
        """Show the diagram of this console."""
        if owner in self.owners:
            self.owner, self.inside = owner, ""

    def enter(self, node: Node) -> bool:
        """Show what is inside a use of a named diagram; return whether the node is one."""
        is_open = node.role == "group" and self._scope(self.owner, node.name) is not None
        if is_open:
            self.inside, self.signal, self.note, self.wants_fit = node.name, "", "", True
        return is_open

    def leave(self) -> None:
        """Show what the use is in that is open now."""
        self.note, self.wants_fit = "", True
        head, _, last = self.inside.rpartition(".")
        self.inside = head if last and head and head != self.owner else ""

    @property
    def sheet(self) -> Sheet:
        """The diagram that is shown."""
        key = (self.owner, self.inside)
        if key not in self.sheets:
            graph = self._read(*key)
            self.sheets[key] = Sheet(graph, self._written(graph))
        elif key in self._stale:
            graph = self._read(*key)
            self.sheets[key].show(graph, self._written(graph))
        self._stale.discard(key)
        return self.sheets[key]

    @property
    def notes(self) -> Mapping[str, NoteSpec]:
        """The remarks on the diagram that is shown."""
        return _picture(self.sheet.graph.scope).notes

    def warm(self) -> None:
        """Get ready for edits."""
        self.draft.warm()

    def step_block(self, begin: Callable[[], Walk]) -> None:
        """Evaluate the next block of this diagram; `begin` makes the walk where there is none."""
        self.live.step(begin, self.sheet.graph.nodes)

    # -- what is asked

    @property
    def traces(self) -> list[str]:
        """The signals to plot: those that were kept, and that of the chosen wire."""
        extra = [self.signal] if self.signal and self.signal not in self.plotted else []
        return [*self.plotted, *extra]

    def plot(self, signal: str) -> None:
        """Plot a signal, or stop plotting it."""
        if signal in self.plotted:
            self.plotted.remove(signal)
        elif signal:
            self.plotted = [*self.plotted, signal][-MOST_TRACES:]

    def force(self, signal: str, value: float) -> None:
        """Have a signal held at a value."""
        self.outbox.append(Event("force", signal, {"value": value}))

    def release(self, signal: str = "") -> None:
        """Let a signal go, or all."""
        self.outbox.append(Event("release", signal))

    def stop_when(self, stop: Stop) -> None:
        """Set a breakpoint, or take it away."""
        stops = self.history.stops
        fewer = tuple(one for one in stops if one != stop)
        self.history.stops = fewer if len(fewer) < len(stops) else (*stops, stop)

    def node_of(self, signal: str) -> Node | None:
        """Return the node that makes a signal."""
        for node in self.sheet.graph.nodes.values():
            if any(pin.signal == signal for pin in node.outputs):
                return node
        return None

    # -- edits

    def do(self, change: Callable[[Draft, Graph], Any]) -> Any:
        """Do an edit of the sheet that is shown; return what it returns, None if refused.

        Inside a use of a named diagram it goes for all its uses.
        """
        if self.locked:
            return None
        try:
            done = change(self.draft, self.sheet.graph)
        except (EditError, SpecErrors, OSError) as error:
            self.draft.refuse(error)
            done = None
        self._take()
        return done

    def undo(self) -> None:
        """Take the last edit back."""
        self.do(lambda draft, graph: draft.undo())

    def redo(self) -> None:
        """Do the edit again that was taken back last."""
        self.do(lambda draft, graph: draft.redo())

    def save(self) -> bool:
        """Write the edited files."""
        return self.draft.save()

    def reload(self) -> None:
        """Show what another program has written in the place of what was edited here."""
        self.do(lambda draft, graph: draft.reload())

    def overwrite(self) -> None:
        """Write the edited files, also where another program has written them."""
        self.do(lambda draft, graph: draft.overwrite())

    @property
    def conflicts(self) -> list[str]:
        """The files that are edited here and were written by another program meanwhile."""
        return [] if self.locked else self.draft.conflicts

    def ask_code(self, kind: str, at: tuple[float, float]) -> None:
        """Ask which of the files beside the sheet's own a new block is to run."""
        found = self.do(lambda draft, graph: edits.list_code(draft, graph, kind))
        if found:
            self.asked_code = kind, found, at
        elif found is not None:
            self.draft.refuse(RefusedError("no_file", self.file))

    def add_code(self, file: str) -> None:
        """Put the block down that was asked for."""
        asked, self.asked_code = self.asked_code, None
        if asked is not None:
            kind, _, at = asked
            name = self.do(lambda draft, graph: edits.add_code(draft, graph, kind, file, at))
            self._choose_all([f"block {name}"])

    def copy(self) -> None:
        """Keep the chosen blocks for `paste`."""
        sheet = self.sheet
        found = self.do(lambda draft, g: copies.copy(draft, g, sheet.selected, sheet.places))
        self.copied = found or self.copied

    def paste(self, at: tuple[float, float]) -> None:
        """Put what was copied at a point of the sheet, aside of what lies there, and choose it."""
        if (copied := self.copied) is not None:
            spots = copied.places.values()
            while any(self.sheet.lies_at(at[0] + x, at[1] + y, STEP / 2) for x, y in spots):
                at = at[0] + STEP, at[1] + STEP
            self._choose_all(self.do(lambda draft, g: copies.paste(draft, g, copied, at)) or [])

    def gather(self) -> None:
        """Make a named diagram of the chosen blocks, and choose its use."""
        sheet = self.sheet
        key = self.do(lambda draft, g: gather.gather(draft, g, sheet.selected, sheet.places))
        self._choose_all([key] if key else [])

    def dissolve(self) -> None:
        """Write out the chosen uses of named diagrams, and choose their blocks."""
        found: list[str] = []
        for key in sorted(self.sheet.selected):
            node, place = self.sheet.graph.nodes[key], self.sheet.places[key]
            if node.role == "group":
                found += self.do(lambda d, g, n=node, p=place: gather.dissolve(d, g, n, p)) or []
        self._choose_all(found)

    def _choose_all(self, keys: Iterable[str]) -> None:
        if found := set(keys) & set(self.sheet.graph.nodes):
            self.sheet.selected = found

    def _take(self) -> None:
        """Show what the draft has become; hand it on where it is sound."""
        if self.draft.scene is self.scene:
            return
        self.renew(self.draft.scene)
        if not self.draft.problems:
            self.changed = self.draft.scene

    @property
    def problems(self) -> list[Problem]:
        """What is wrong with the diagrams as they were edited; the simulation has not seen it."""
        return self.draft.problems

    @property
    def refusal(self) -> Text | None:
        """Why the last edit was refused."""
        return self.draft.refusal

    def line_of(self, node: Node) -> tuple[str, int] | None:
        """Return file and line where a node is written; None where it is not."""
        if node.role in ("sensor", "signal"):
            return None
        try:
            if node.role == "panel":
                return self.draft.line_of("panel", node.name)
            document, path = naming.find(self.draft, self.sheet.graph, node)
            return document.file, document.mark(path, key=isinstance(path[-1], str)).line
        except (EditError, SpecErrors, OSError):
            return None

    @property
    def file(self) -> str:
        """The file that new things on this sheet are written to; "" where there is none."""
        try:
            base = self.sheet.graph.scope.base or ("layout",)
            return self.draft.locate(self.owner, base).document.file
        except (EditError, SpecErrors, OSError):
            return ""

    @property
    def bad(self) -> frozenset[str]:
        """The keys of the nodes with mistakes."""
        scope = self.sheet.graph.scope
        where = re.compile(re.escape(".".join(map(str, scope.blocks))) + r"\.(\w+)")
        found = {one[1] for problem in self.problems if (one := where.match(problem.path))}
        nodes = self.sheet.graph.nodes.values()
        roles = ("block", "group")
        return frozenset(n.key for n in nodes if n.written in found and n.role in roles)


def _picture(scope: Scope) -> PictureSpec:
    return scope.spec.layout if scope.spec is not None else scope.part.layout
