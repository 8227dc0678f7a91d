"""The blocks of a use of a named diagram as one node."""

from collections.abc import Mapping, Sequence

from .node import Node, Pin, short
from .uses import Use

KIND = "group"


def collapse(
    nodes: Sequence[Node], others: Sequence[Node], uses: Mapping[str, Use], inside: str, owner: str
) -> list[Node]:
    """Return nodes with those of one use as one, where the use is right inside `inside`.

    A group reads what its blocks read from without, and makes what is read without: by the other
    nodes or by `others`.
    """
    kept: list[Node] = []
    members: dict[str, list[Node]] = {}
    for node in nodes:
        use = _inner(uses[node.name].chain, inside) if node.name in uses else ""
        if use:
            members.setdefault(use, []).append(node)
        else:
            kept.append(node)
    readers = [*kept, *others]
    for use, blocks in members.items():
        without = [n for name, group in members.items() if name != use for n in group]
        kept.append(_group(use, blocks, [*readers, *without], uses, owner))
    return kept


def _inner(chain: tuple[str, ...], inside: str) -> str:
    """Return the use that a block is in, one level below `inside`; "" if it is there itself."""
    level = chain.index(inside) + 1 if inside else 0
    return chain[level] if level < len(chain) else ""


def _group(
    use: str, blocks: list[Node], readers: list[Node], uses: Mapping[str, Use], owner: str
) -> Node:
    own = {pin.signal: pin for node in blocks for pin in node.outputs}
    read = {pin.signal: pin for n in blocks for pin in n.inputs if pin.signal not in ("", *own)}
    wanted = {pin.signal for node in readers for pin in node.inputs}
    made = [pin for signal, pin in own.items() if signal in wanted]
    made = made or [pin for pin in own.values() if pin.signal == use] or [*own.values()][-1:]
    inputs = tuple(pin._replace(name=short(signal, owner)) for signal, pin in read.items())
    outputs = tuple(_named(pin, use) for pin in made)
    of = (uses[node.name] for node in blocks)
    kind = next((one.diagram for one in of if one.chain[-1] == use), KIND)
    is_sound = all(node.is_sound for node in blocks)
    number = min(node.number for node in blocks)
    return Node(
        f"group {use}", "group", use, short(use, owner), kind, inputs, outputs, number, is_sound
    )


def _named(pin: Pin, use: str) -> Pin:
    name = pin.signal.removeprefix(f"{use}.") if pin.signal != use else "out"
    return pin._replace(name=name)
