"""Where things are on a sheet, as its file keeps it; and remarks."""

from collections.abc import Callable, Mapping
from typing import Any

from simulator.authoring.binder import Place
from simulator.spec.errors import KeyPath

from .draft import Draft
from .graph import Graph, short

Point = tuple[float, float]


def picture_of(draft: Draft, graph: Graph) -> Place:
    """Return where the places of a sheet are written."""
    scope = graph.scope
    if not scope.inside:
        return Place(draft.console_of(scope.owner), ("layout",))
    place = draft.locate(scope.owner, scope.base)
    return Place(place.document, (*scope.base, "layout"))


def layout_key(graph: Graph, key: str) -> tuple[str, str]:
    """Return section and name of a node in `layout`."""
    node = graph.nodes[key]
    section = "outputs" if node.role in ("output", "result") else "signals"
    return section, node.written or short(node.name, graph.owner)


def move(draft: Draft, graph: Graph, places: Mapping[str, Point]) -> bool:
    """Write where nodes are now, by their keys; the section `layout` holds nothing else."""
    document, head = picture_of(draft, graph)
    values: dict[KeyPath, Any] = {}
    for key, place in places.items():
        values[*head, *layout_key(graph, key)] = rounded(place)
    return _paint(draft, graph, lambda: document.update(values))


def show_signal(draft: Draft, graph: Graph, signal: str, at: Point) -> bool:
    """Have a control or a sensor on the sheet before anything reads it."""
    document, head = picture_of(draft, graph)
    name = short(signal, graph.owner)
    path = (*head, "signals", name)
    return _paint(draft, graph, lambda: document.set(path, rounded(at)))


def forget_places(draft: Draft, graph: Graph) -> bool:
    """Take all places of nodes out of the file."""
    document, head = picture_of(draft, graph)

    def change() -> None:
        for section in ("signals", "outputs"):
            if document.has((*head, section)):
                document.remove((*head, section))
        if document.get(head, None) == {}:
            document.remove(head)

    return _paint(draft, graph, change)


def move_note(draft: Draft, graph: Graph, name: str, at: Point) -> bool:
    """Write where a remark is."""
    document, head = picture_of(draft, graph)
    path = (*head, "notes", name, "at")
    return _paint(draft, graph, lambda: document.set(path, rounded(at)))


def set_note(
    draft: Draft, graph: Graph, name: str, text: str | dict[str, str], at: Point | None = None
) -> bool:
    """Write a remark, or take it away where the text is empty."""
    document, head = picture_of(draft, graph)
    path = (*head, "notes", name)

    def change() -> None:
        if not text:
            document.remove(path)
            if document.get(path[:-1]) == {}:
                document.remove(path[:-1])
            return
        if document.has(path):
            document.set((*path, "text"), text)
        else:
            document.set(path, {"text": text, "at": rounded(at or (0.0, 0.0))})

    return _paint(draft, graph, change)


def _paint(draft: Draft, graph: Graph, change: Callable[[], object]) -> bool:
    picture = graph.owner, graph.scope.diagram
    return draft.edit(picture_of(draft, graph).document, change, picture=picture)


def rounded(place: Point) -> list[int]:
    """Return a place as it is written."""
    return [round(place[0]), round(place[1])]
