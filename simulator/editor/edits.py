"""What is put on a sheet and taken off it, as edits of the file that it is written in.

Nodes are named in full, as in the scene; what is written are the names of their own file.
"""

import ast
import os
from collections.abc import Collection
from pathlib import Path
from typing import Any

from simulator.diagram import blocks
from simulator.spec.naming.fresh import fresh_name
from simulator.spec.reading import code_file
from simulator.spec.reading.project import find_root

from . import contracts, naming
from .draft import Draft
from .graph import Graph, short
from .places import picture_of, rounded
from .refusals import RefusedError
from .scope import users_of
from .written import first_use, first_values

Point = tuple[float, float]
SUFFIXES = {"fmu": ".fmu", "python": ".py"}


def add_block(draft: Draft, graph: Graph, kind: str, at: Point) -> str | None:
    """Write a new block and its place; return its full name."""
    return _add(draft, graph, kind, first_values(blocks.KINDS[kind]), at)


def add_use(draft: Draft, graph: Graph, diagram: str, at: Point) -> str | None:
    """Write a new use of a named diagram and its place; return its full name."""
    spec = graph.scope.part.diagrams[diagram]
    if graph.scope.diagram in users_of(graph.scope.part, diagram) or _is_around(graph, diagram):
        raise RefusedError("in_itself", diagram)
    return _add(draft, graph, diagram, first_use(diagram, spec), at)


def _is_around(graph: Graph, diagram: str) -> bool:
    scope = graph.scope
    return bool(scope.inside) and diagram in users_of(scope.part, scope.diagram)


def list_code(draft: Draft, graph: Graph, kind: str) -> list[str]:
    """Return the FMUs or Python files beside the sheet's file and below, as it would name them."""
    folder = draft.path_of(picture_of(draft, graph).document).parent
    found = sorted(folder.rglob(f"*{SUFFIXES[kind]}"))
    names = [path.relative_to(folder).as_posix() for path in found if path.is_file()]
    return [name for name in names if not any(part[:1] in "._" for part in name.split("/"))]


def add_code(draft: Draft, graph: Graph, kind: str, file: str, at: Point) -> str | None:
    """Write a block that runs an FMU or a Python file; `file` is as the sheet's file names it."""
    own = draft.path_of(picture_of(draft, graph).document)
    path = Path(os.path.normpath(own.parent / file))
    if not path.is_relative_to(find_root(own)):
        raise RefusedError("not_beside", file)
    try:
        inputs, outputs = _ask_fmu(path) if kind == "fmu" else _ask_python(path)
    except (OSError, ValueError, SyntaxError) as error:
        raise RefusedError("unread_file", file, error) from error
    block: dict[str, Any] = {"type": kind, "file": file}
    if inputs:
        block["in"] = dict.fromkeys(inputs, 0)
    if outputs:
        block |= {"output": outputs[0]} if len(outputs) == 1 else {"outputs": outputs}
    return _add(draft, graph, path.stem if path.stem.isidentifier() else kind, block, at)


def _ask_fmu(path: Path) -> tuple[list[str], list[str]]:
    variables = code_file.describe(path.read_bytes()).variables
    return tuple([n for n, what in variables.items() if what == one] for one in ("input", "output"))  # type: ignore[return-value]


def _ask_python(path: Path) -> tuple[list[str], list[str]]:
    """Return which inputs a file's `step` reads and which outputs it returns, as it is written."""
    tree = ast.parse(path.read_bytes())
    steps = [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == "step"]
    if not steps or not steps[0].args.args:
        return [], []
    given = steps[0].args.args[0].arg
    inputs, outputs = dict[str, None](), dict[str, None]()
    for node in ast.walk(steps[0]):
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
            if node.value.id == given and isinstance(node.slice, ast.Constant):
                inputs[str(node.slice.value)] = None
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Dict):
            keys = [key.value for key in node.value.keys if isinstance(key, ast.Constant)]
            outputs |= dict.fromkeys(map(str, keys))
    return [*inputs], [*outputs]


def _add(draft: Draft, graph: Graph, wish: str, block: dict[str, Any], at: Point) -> str | None:
    scope = graph.scope
    head, picture = _section(draft, graph), picture_of(draft, graph)
    name = fresh_name(wish, naming.names_of(draft, graph))

    def change() -> None:
        head.document.set((*head.path, name), block)
        picture.document.set((*picture.path, "signals", name), rounded(at))

    done = draft.edit((head.document, picture.document), change)
    return f"{scope.head}{name}" if done else None


def _section(draft: Draft, graph: Graph) -> Any:
    """Return where new blocks of a sheet are written."""
    place = picture_of(draft, graph)
    return place._replace(path=graph.scope.blocks)


def add_constant(draft: Draft, graph: Graph, at: Point) -> str | None:
    """Write a new constant of the console and its place; return its full name."""
    if graph.scope.inside:
        raise RefusedError("not_here", "constant")
    document = draft.console_of(graph.owner)
    name = fresh_name("constant", naming.names_of(draft, graph))

    def change() -> None:
        document.set(("constants", name), 1.0)
        document.set(("layout", "signals", name), rounded(at))

    return f"{graph.scope.head}{name}" if draft.edit(document, change) else None


def add_output(draft: Draft, graph: Graph, target: str, at: Point) -> bool:
    """Have a motor, a lamp ... driven: by 0 until a wire leads to it."""
    if graph.scope.inside:
        raise RefusedError("not_here", short(target, graph.owner))
    document = draft.console_of(graph.owner)
    name = short(target, graph.owner)

    def change() -> None:
        document.set(("outputs", name), 0)
        document.set(("layout", "outputs", name), rounded(at))

    return draft.edit(document, change)


def delete(draft: Draft, graph: Graph, keys: Collection[str]) -> bool:
    """Take blocks, uses, constants, outputs, inputs out; who read them reads 0 or is idle."""
    nodes = [graph.nodes[key] for key in keys if key in graph.nodes]
    inner = [node for node in nodes if node.role in ("input", "parameter", "result")]
    nodes = [node for node in nodes if node.role in ("block", "group", "constant", "output")]
    if not nodes and not inner:
        return False
    scope, picture = graph.scope, picture_of(draft, graph)
    gone = {node.written for node in nodes if node.role != "output"}
    files = draft.list_documents(scope.owner)
    places = [naming.find(draft, graph, node) for node in nodes]

    def swap(wire: Any) -> Any:
        return 0 if wire in gone or wire.partition(".")[0] in gone else wire

    def change() -> None:
        for node in inner:
            contracts.drop(draft, graph, node)
        if scope.inside:
            contracts.drop_results(draft, graph, gone)
        for node, place in zip(nodes, places, strict=True):
            place.document.remove(place.path)
            naming.swap_inside(files, naming.list_readers(graph, node), node.written, 0)
        for document in files:
            naming.swap_wires(document, scope.blocks, swap)
            for name, wire in (document.get(("outputs",)) or {}).items():
                if not scope.inside and isinstance(wire, str) and swap(wire) == 0:
                    document.remove(("outputs", name))
        idle = {node.written for node in nodes if node.role == "output"}
        for section, names in (("signals", gone), ("outputs", idle)):
            for name in names:
                if picture.document.has((*picture.path, section, name)):
                    picture.document.remove((*picture.path, section, name))

    return draft.edit((*files, picture.document), change)
