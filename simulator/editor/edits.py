"""What hands do to a diagram, as edits of the file that it is written in.

Blocks are named in full, as in the scene; what is written are the names of the block's own file.
"""

import re
from collections.abc import Collection, Mapping
from typing import Any

from simulator.authoring.document import Document
from simulator.diagram import blocks
from simulator.diagram.kind import REQUIRED, Kind, Parameter, ports_of
from simulator.diagram.terminals import list_terminals

from .draft import Draft
from .graph import End, Graph, Node, short

NAME = re.compile(r"[^\W\d]\w*")
Path = tuple[str | int, ...]
Point = tuple[float, float]
SPECIAL: dict[tuple[str, str], Any] = {  # first values that the form of a parameter does not tell
    ("hysteresis", "off"): 0.0,
    ("in_range", "low"): 0.0,
    ("low_pass", "time_constant"): 0.2,
    ("transfer_function", "num"): [1.0],
    ("transfer_function", "den"): [1.0, 1.0],
    ("state_machine", "states"): ["off", "on"],
    ("state_machine", "transitions"): [{"from": "off", "to": "on", "when": "go"}],
}


def first_values(kind: Kind) -> dict[str, Any]:
    """Return what a new block is written with: its inputs at rest and what its kind needs."""
    count = len(kind.ports) + (max(kind.least, 2) if kind.repeated else 0)
    written: dict[str, Any] = {"type": kind.name}
    rest = [0 if port.default is None else port.default for port in ports_of(kind, count)]
    if kind.name == "state_machine":
        written["in"] = {"go": 0}
    elif rest:
        written["in"] = rest[0] if len(rest) == 1 else rest
    for parameter in kind.parameters:
        if parameter.default is REQUIRED:
            written[parameter.name] = SPECIAL.get((kind.name, parameter.name), _first(parameter))
    return written


def _first(parameter: Parameter) -> Any:
    for value in (1.0, 1, [0.0, 1.0], [[0.0, 1.0], [0.0, 1.0]], *_choices(parameter)):
        try:
            parameter.form.read(value)
        except (ValueError, TypeError, AttributeError):
            continue
        return value
    return 0.0


def choices(parameter: Parameter) -> list[str]:
    """Return the words that a parameter may be; none if it is no word."""
    found = _choices(parameter)
    try:
        return [word for word in found if parameter.form.read(word) == word]
    except ValueError:
        return []


def _choices(parameter: Parameter) -> list[str]:
    return re.findall(r"`([^`]+)`", parameter.form.label)


# -- one block


def set_parameter(draft: Draft, node: Node, parameter: str, value: Any) -> bool:
    """Write a parameter of a block; in the unit of the key that is there already."""
    document, path = draft.find("diagram", node.name)
    written = document.get(path, {})
    key = next((k for k in written if k == parameter or k.startswith(f"{parameter}_")), parameter)
    return draft.edit(document, lambda: document.set((*path, key), value), f"{node.name} {key}")


def written_value(draft: Draft, node: Node, parameter: str) -> tuple[str, Any]:
    """Return the key of a parameter as written, with its unit, and its value; None = not there."""
    document, path = draft.find("diagram", node.name)
    written = document.get(path, {})
    for key, value in written.items():
        if key == parameter or key.startswith(f"{parameter}_"):
            return key, value
    return parameter, None


def set_constant(draft: Draft, node: Node, value: float) -> bool:
    """Write the value of a constant."""
    document, path = draft.find("constants", node.name)
    return draft.edit(document, lambda: document.set(path, value), node.name)


def connect(draft: Draft, graph: Graph, signal: str, target: End) -> bool:
    """Wire an input, or what an output node drives, to a signal."""
    return _write_wire(draft, graph, target, short(signal, graph.owner))


def disconnect(draft: Draft, graph: Graph, target: End) -> bool:
    """Put a number in the place of a wire; what an output node drives is driven no more."""
    node = graph.nodes[target.node]
    if node.role == "output":
        return delete(draft, graph, [node.key])
    found = blocks.find(node.kind)
    port = ports_of(found[0], len(node.inputs))[target.row] if found else None
    rest = port.default if port is not None and port.default is not None else 0
    return _write_wire(draft, graph, target, rest)


def set_rest(draft: Draft, graph: Graph, target: End, value: float) -> bool:
    """Write the number of an input that no wire leads to."""
    return _write_wire(draft, graph, target, value)


def add_input(draft: Draft, graph: Graph, signal: str, key: str) -> bool:
    """Wire a signal to the first free input of a block, or to one more if it takes any number."""
    node = graph.nodes[key]
    for row, pin in enumerate(node.inputs):
        if not pin.signal:
            return connect(draft, graph, signal, End(key, row))
    found = blocks.find(node.kind)
    if node.role != "block" or found is None or found[0].repeated is None:
        draft.message = f"{short(node.name, graph.owner)}: no input is free"
        return False
    return _write_wire(draft, graph, End(key, len(node.inputs)), short(signal, graph.owner))


def _write_wire(draft: Draft, graph: Graph, target: End, wire: Any) -> bool:
    node = graph.nodes[target.node]
    if node.role == "output":
        document, path = draft.find("outputs", node.written)
        return draft.edit(document, lambda: document.set(path, wire), node.name)
    if node.role != "block":
        draft.message = f"{short(node.name, graph.owner)}: its wires are edited in the file"
        return False
    document, path = draft.find("diagram", node.name)
    where = (*path, "in")
    wires, value = document.get(where), wire

    def change() -> None:
        names = _port_names(node, target.row + 1)
        if isinstance(wires, dict):
            document.set((*where, names[target.row]), value)
        elif isinstance(wires, list) and target.row <= len(wires):
            document.set((*where, target.row), value)
        elif target.row == 0 and not isinstance(wires, list):
            document.set(where, value)
        else:
            listed = wires if isinstance(wires, list) else [wires] if wires is not None else []
            by_name = dict(zip(names, listed, strict=False)) | {names[target.row]: value}
            document.set(where, by_name)

    return draft.edit(document, change, f"{node.name} in")


def _port_names(node: Node, least: int) -> list[str]:
    found = blocks.find(node.kind)
    count = max(least, len(node.inputs))
    names = [pin.name for pin in node.inputs]
    return [port.name for port in ports_of(found[0], count)] if found else names


# -- many


def add_block(draft: Draft, graph: Graph, kind: str, at: Point) -> str | None:
    """Write a new block and its place; return its full name."""
    document = draft.console_of(graph.owner)
    name = fresh_name(kind, _names(draft, graph))
    full = f"{graph.owner}.{name}" if graph.owner else name

    def change() -> None:
        document.set(("diagram", name), first_values(blocks.KINDS[kind]))
        document.set(("layout", "signals", name), _rounded(at))

    return full if draft.edit(document, change, f"add {name}") else None


def add_output(draft: Draft, graph: Graph, target: str, at: Point) -> bool:
    """Have a motor, a lamp ... driven: by 0 until a wire leads to it."""
    document = draft.console_of(graph.owner)
    name = short(target, graph.owner)

    def change() -> None:
        document.set(("outputs", name), 0)
        document.set(("layout", "outputs", name), _rounded(at))

    return draft.edit(document, change, f"add {name}")


def delete(draft: Draft, graph: Graph, keys: Collection[str]) -> bool:
    """Take blocks, constants and outputs out; who read them reads 0, or is driven no more."""
    nodes = [graph.nodes[key] for key in keys if key in graph.nodes]
    nodes = [node for node in nodes if node.role in ("block", "constant", "output")]
    if not nodes:
        return False
    gone = {node.name for node in nodes if node.role != "output"}
    sections = {"block": "diagram", "constant": "constants"}
    places = [draft.find(sections.get(n.role, "outputs"), n.written or n.name) for n in nodes]
    document = places[0].document
    raw = {short(name, graph.owner) for name in gone}
    if any(place.document is not document for place in places):
        draft.message = "these blocks are from several files: delete them file by file"
        return False

    def change() -> None:
        for place in sorted(places, key=lambda one: str(one.path)):
            document.remove(place.path)
        _replace_wires(document, lambda wire: 0 if wire in raw else wire)
        _drop_outputs(document, raw, {short(n.written, graph.owner) for n in nodes if n.written})
        for name in raw:
            if document.has(("layout", "signals", name)):
                document.remove(("layout", "signals", name))

    return draft.edit(document, change, "delete")


def _drop_outputs(document: Document, raw: Collection[str], gone: Collection[str]) -> None:
    for name, wire in (document.get(("outputs",)) or {}).items():
        if wire in raw:
            document.remove(("outputs", name))
    for name in gone:
        if document.has(("layout", "outputs", name)):
            document.remove(("layout", "outputs", name))


def rename(draft: Draft, graph: Graph, node: Node, name: str) -> bool:
    """Give a block or constant another name, and write it wherever it is read in its file."""
    if not NAME.fullmatch(name) or name in _names(draft, graph):
        draft.message = f"{name!r} is no name, or is taken already"
        return False
    section = "diagram" if node.role == "block" else "constants"
    document, path = draft.find(section, node.name)
    old = str(path[-1])

    def change() -> None:
        document.rename(path, name)
        _replace_wires(document, lambda wire: name if wire == old else wire)
        for output, wire in (document.get(("outputs",)) or {}).items():
            if wire == old:
                document.set(("outputs", output), name)
        if document.has(("layout", "signals", old)):
            document.rename(("layout", "signals", old), name)

    return draft.edit(document, change, f"rename {old}")


def _replace_wires(document: Document, swap: Any) -> None:
    """Write what all inputs of a file's blocks read anew, where it changes."""
    for name, block in (document.get(("diagram",)) or {}).items():
        wires, where = block.get("in"), ("diagram", name, "in")
        if isinstance(wires, dict):
            rows = [((*where, key), wire) for key, wire in wires.items()]
        elif isinstance(wires, list):
            rows = [((*where, row), wire) for row, wire in enumerate(wires)]
        else:
            rows = [(where, wires)]
        for path, wire in rows:
            if isinstance(wire, str) and swap(wire) != wire:
                document.set(path, swap(wire))


def move(draft: Draft, graph: Graph, places: Mapping[str, Point]) -> bool:
    """Write where nodes are now, by their keys; the section `layout` holds nothing else."""
    document = draft.console_of(graph.owner)
    values: dict[Path, Any] = {}
    for key, place in places.items():
        values[("layout", *layout_key(graph, key))] = _rounded(place)
    return draft.edit(document, lambda: document.update(values), "move")


def layout_key(graph: Graph, key: str) -> tuple[str, str]:
    """Return section and name of a node in `layout`."""
    node = graph.nodes[key]
    section = "outputs" if node.role == "output" else "signals"
    return section, short(node.written or node.name, graph.owner)


def copy(draft: Draft, graph: Graph, keys: Collection[str], places: Mapping[str, Point]) -> Any:
    """Return blocks as plain data that `paste` takes, in any diagram."""
    nodes = [graph.nodes[k] for k in graph.nodes if k in keys]
    taken = [node for node in nodes if node.role == "block"]
    if not taken:
        return None
    left = min(places[node.key][0] for node in taken)
    top = min(places[node.key][1] for node in taken)
    found = {}
    for node in taken:
        document, path = draft.find("diagram", node.name)
        x, y = places[node.key]
        found[short(node.name, graph.owner)] = (document.get(path), (x - left, y - top))
    return found


def paste(
    draft: Draft, graph: Graph, copied: Mapping[str, tuple[Any, Point]], at: Point
) -> list[str]:
    """Write copied blocks under fresh names; wires among them stay, unknown ones become 0."""
    document, known = draft.console_of(graph.owner), _names(draft, graph)
    names: dict[str, str] = {}
    for old in copied:
        names[old] = fresh_name(old, {*known, *names.values()})

    def swap(wire: Any) -> Any:
        if not isinstance(wire, str):
            return wire
        return names.get(wire, wire if wire in known else 0)

    def change() -> None:
        for old, (block, (x, y)) in copied.items():
            wires = block.get("in")
            if isinstance(wires, dict):
                wires = {port: swap(wire) for port, wire in wires.items()}
            elif isinstance(wires, list):
                wires = [swap(wire) for wire in wires]
            else:
                wires = swap(wires)
            fresh = {**block, **({"in": wires} if "in" in block else {})}
            document.set(("diagram", names[old]), fresh)
            place = _rounded((at[0] + x, at[1] + y))
            document.set(("layout", "signals", names[old]), place)

    if not draft.edit(document, change, "paste"):
        return []
    head = f"{graph.owner}." if graph.owner else ""
    return [f"{head}{name}" for name in names.values()]


def show_signal(draft: Draft, graph: Graph, signal: str, at: Point) -> bool:
    """Have a control or a sensor on the sheet before anything reads it."""
    document, name = draft.console_of(graph.owner), short(signal, graph.owner)
    path = ("layout", "signals", name)
    return draft.edit(document, lambda: document.set(path, _rounded(at)), f"show {name}")


def forget_places(draft: Draft, graph: Graph) -> bool:
    """Take all places of nodes out of the file."""
    document = draft.console_of(graph.owner)

    def change() -> None:
        for section in ("signals", "outputs"):
            if document.has(("layout", section)):
                document.remove(("layout", section))
        if document.get(("layout",), None) == {}:
            document.remove(("layout",))

    return draft.edit(document, change, "arrange")


def set_note(
    draft: Draft, graph: Graph, name: str, text: str | dict[str, str], at: Point | None = None
) -> bool:
    """Write a remark on the picture, or take it away where the text is empty."""
    document = draft.console_of(graph.owner)
    path = ("layout", "notes", name)

    def change() -> None:
        if not text:
            document.remove(path)
        elif document.has(path):
            document.set((*path, "text"), text)
        else:
            document.set(path, {"text": text, "at": _rounded(at or (0.0, 0.0))})

    return draft.edit(document, change, name)


# -- names


def fresh_name(wish: str, taken: Collection[str]) -> str:
    """Return a name that nothing has: `gain`, `gain_2`, `gain_3` ..."""
    stem = re.sub(r"_\d+$", "", wish) or wish
    if wish not in taken:
        return wish
    number = 2
    while f"{stem}_{number}" in taken:
        number += 1
    return f"{stem}_{number}"


def _names(draft: Draft, graph: Graph) -> set[str]:
    """Return every name of a signal as the owner's file may write it."""
    scene, owner = draft.scene, graph.owner
    console = scene.console_spec
    full: list[str] = [*console.panel, *console.constants, *console.diagram]
    for source in list_terminals(scene).inputs:
        full += [source.name, *source.aliases]
    names = {short(name, owner) for name in full}
    return names | {name.partition(".")[0] for name in names if "." in name}


def _rounded(place: Point) -> list[int]:
    return [round(place[0]), round(place[1])]
