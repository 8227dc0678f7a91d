"""What can be put on the sheet: kinds of blocks by family, signals, and what may be driven."""

from collections.abc import Callable
from typing import NamedTuple

from simulator.diagram import blocks
from simulator.diagram.terminals import list_terminals
from simulator.spec.fields import Text
from simulator.spec.models.console import OUTSIDE
from simulator.spec.models.scene import SceneSpec
from simulator.spec.naming.widget_signals import find_shown

from .graph import LOGIC, LOGIC_TARGETS, NUMBER, Graph, short, signal_kind
from .scope import users_of

BLOCK, USE, CODE, CONSTANT = "block", "use", "code", "constant"
SIGNAL, OUTPUT, INPUT = "signal", "output", "input"


class Item(NamedTuple):
    """One line: what is put down, by its role and its name (a kind, or a full name)."""

    role: str
    name: str
    kind: str  # whose icon it has
    pin: str = NUMBER


class Section(NamedTuple):
    """A family of kinds, or the names of one sort of thing."""

    title: str  # of a family, or "sources", "outputs"
    items: tuple[Item, ...]


def list_sections(scene: SceneSpec, graph: Graph) -> list[Section]:
    """Return everything that a sheet may get."""
    scope = graph.scope
    closed = users_of(scope.part, scope.diagram) if scope.inside else set()
    named = [Item(USE, name, "group") for name in scope.part.diagrams if name not in closed]
    found = [Section("named", tuple(named))]
    found += [
        Section(title, tuple(_of_kind(kind.name) for kind in kinds))
        for title, kinds in blocks.FAMILIES.items()
    ]
    if scope.inside:
        own = Section("of_diagram", (Item(INPUT, "input", "input"),))
        return [section for section in (own, *found) if section.items]
    terminals, head = list_terminals(scene), f"{graph.owner}." if graph.owner else ""
    known = {pin.signal for node in graph.nodes.values() for pin in node.outputs}
    sources = [
        _of_signal(scene, one.name) if one.what != "sensor" else Item(SIGNAL, one.name, "sensor")
        for one in terminals.inputs
        if one.name not in known and one.name.startswith(head)
    ]
    driven = {node.name for node in graph.nodes.values() if node.role == OUTPUT}
    others = set(scene.console_spec.outputs)
    targets = [
        _of_target(scene, one.name, one.what)
        for one in terminals.outputs
        if one.name not in driven and one.name not in others and one.name.startswith(head)
    ]
    sources = [Item(CONSTANT, "constant", "constant"), *sources]
    found += [Section("sources", tuple(sources)), Section("outputs", tuple(targets))]
    return [section for section in found if section.items]


def _of_signal(scene: SceneSpec, name: str) -> Item:
    panel = scene.console_spec.panel
    spec = panel.get(name) or panel[name.rpartition(".")[0]]  # or an axis of a lever
    return Item(SIGNAL, name, spec.type, signal_kind(name, spec))


def _of_target(scene: SceneSpec, name: str, what: str) -> Item:
    widget = scene.console_spec.panel.get(find_shown(scene.console_spec.panel, name) or name)
    kind = widget.type if widget is not None else what if what != "indicator" else "lamp"
    return Item(OUTPUT, name, kind, LOGIC if kind in LOGIC_TARGETS else NUMBER)


def _of_kind(name: str) -> Item:
    role = CODE if name in OUTSIDE else BLOCK
    return Item(role, name, name, LOGIC if blocks.KINDS[name].logic else NUMBER)


def search(
    sections: list[Section], text: str, title_of: Callable[[str], Text], owner: str = ""
) -> list[Section]:
    """Return what of the sections holds a text in its name, or in its title of either language."""
    wanted = text.casefold().strip()
    if not wanted:
        return sections

    def fits(item: Item) -> bool:
        title = title_of(item.kind)
        names = [short(item.name, owner)]
        names += [title.ru, title.en] if item.role not in (SIGNAL, OUTPUT, USE) else []
        return any(wanted in name.casefold() for name in names)

    found = [section._replace(items=tuple(filter(fits, section.items))) for section in sections]
    return [section for section in found if section.items]
