"""The diagrams of a scene on the table: what is shown, chosen, plotted, and asked of the scene."""

from collections.abc import Mapping

from simulator.diagram.terminals import list_terminals
from simulator.snapshot import Event, Layout, Snapshot
from simulator.spec import consoles
from simulator.spec.scene import SceneSpec

from . import graph as graphs
from .graph import Node, Pin
from .history import History, Stop
from .sheet import Sheet

MOST_TRACES = 8


class Board:
    """Everything the editor knows; no window. `outbox` waits to be sent to the simulation."""

    def __init__(self) -> None:
        self.outbox: list[Event] = []
        self.plotted: list[str] = []  # full names
        self.forced: Mapping[str, float] = {}
        self.signal = ""  # of the chosen wire
        self.bad: frozenset[str] = frozenset()  # keys of nodes with mistakes
        self._rows: dict[str, int] = {}
        self._layout: Layout | None = None
        self._values: list[float] = []
        self.open(SceneSpec())

    def open(self, scene: SceneSpec) -> None:
        """Show another scene."""
        self.scene, self.sheets = scene, dict[str, Sheet]()
        self.plotted, self.signal, self.outbox = [], "", []
        self.history = History()  # a new one: another thread may still write into the old
        parts = consoles.list_consoles(scene)
        self.owners = tuple(parts)
        self.owner = self.owners[0]

    def renew(self, scene: SceneSpec) -> None:
        """Show the scene after a change of its diagram; what was chosen stays."""
        self.scene = scene
        for owner, sheet in self.sheets.items():
            sheet.show(self._read(owner), {})

    def _read(self, owner: str) -> graphs.Graph:
        part = consoles.list_consoles(self.scene)[owner]
        return graphs.read(self.scene.console_spec, part, list_terminals(self.scene), owner)

    def choose(self, owner: str) -> None:
        """Show the diagram of this console."""
        if owner in self.owners:
            self.owner = owner

    @property
    def sheet(self) -> Sheet:
        """The diagram that is shown."""
        if self.owner not in self.sheets:
            self.sheets[self.owner] = Sheet(self._read(self.owner))
        return self.sheets[self.owner]

    # -- live

    def follow(self, snapshot: Snapshot | None, forced: Mapping[str, float]) -> None:
        """Take the newest values."""
        self.forced = forced
        if snapshot is None:
            self._values = []
            return
        if snapshot.layout is not self._layout:
            self._layout = snapshot.layout
            self._rows = {name: row for row, name in enumerate(snapshot.layout.signals)}
        self._values = snapshot.signals.tolist()

    def value(self, pin: Pin) -> float | None:
        """Return what a pin has now; None: nobody knows."""
        return self.read(pin.signal) if pin.signal else pin.value

    def read(self, signal: str) -> float | None:
        """Return a signal's value now; None: nobody knows."""
        row = self._rows.get(signal, -1)
        return self._values[row] if 0 <= row < len(self._values) else None

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
