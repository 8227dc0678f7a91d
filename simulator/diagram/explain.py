"""Shows a compiled diagram to people: the ordered plan as a table, and a mermaid picture."""

from collections.abc import Mapping, Sequence

from simulator.spec.models.console import DiagramSpec
from simulator.spec.naming import contract

from .kind import ports_of
from .plan import Plan
from .terminals import ONE
from .wiring import Block, Wire

WIDEST = 36  # of a column [characters]
LONGEST = 16  # list that is shown item by item


def explain(plan: Plan) -> str:
    """Return the plan as a text table: blocks in the order of evaluation, then what is driven.

    `name#7` is a signal and its slot; parameters are those that differ from their defaults; a block
    marked * gives what it remembers (breaks loops).
    """
    rows = [("no", "block", "type", "unit", "parameters", "inputs")]
    for number, block in enumerate(plan.order, 1):
        mark = "" if block.kind.feed_through else " *"
        wires = ", ".join(_wire(wire, plan) for wire in block.inputs)
        own = f"{block.name}#{plan.slots[block.name]}"
        unit = _unit(plan.units[plan.slots[block.name]])
        rows.append((str(number), own, block.kind.name + mark, unit, _parameters(block), wires))
    lines = _aligned(rows)
    driven = [
        f"  {target} <- {plan.names[slot]}#{slot}"
        for target, slot in zip(plan.targets, plan.output_slots, strict=True)
        if slot >= 0
    ]
    return "\n".join([*lines, "", "outputs", *(driven or ["  none"])]) + "\n"


def list_named(diagrams: Mapping[str, DiagramSpec]) -> str:
    """Return what a library of named diagrams offers: inputs, parameters and outputs of each."""
    lines = ["no diagram of its own; named diagrams, to include and use by `diagram: NAME`:"]
    for name, diagram in diagrams.items():
        told = contract.read(diagram)
        inputs = [_given(one, value) for one, value in told.inputs.items()]
        own = [_given(one.key, one.default) for one in told.parameters.values()]
        outputs = [*([name] if diagram.output else []), *(f"{name}.{o}" for o in diagram.outputs)]
        lines += ["", f"{name}: {len(diagram.blocks)} blocks"]
        rows = (("inputs", inputs), ("parameters", own), ("signals", outputs))
        lines += [f"  {title}: {', '.join(words) or 'none'}" for title, words in rows]
    return "\n".join(lines)


def _given(name: str, value: object) -> str:
    if value is None:
        return name
    return f"{name}={value:g}" if isinstance(value, float) else f"{name}={value}"


def mermaid(plan: Plan) -> str:
    """Return the diagram as a mermaid flow chart: sources, blocks and outputs; logic is dotted.

    What a use of a named diagram brought, or a robot's console, is a subgraph.
    """
    node = {name: f"s{slot}" for slot, name in enumerate(plan.names)}
    lines = ["flowchart LR"]
    blocks = {block.name for block in plan.order}
    used = {wire for block in plan.order for wire in block.inputs if isinstance(wire, str)}
    used |= {plan.names[slot] for slot in plan.output_slots if slot >= 0}
    logic = {block.name for block in plan.order if block.kind.logic}
    sources = [name for name in plan.names if name in used and name not in blocks]
    lines += [f'  {node[name]}(["{name}"])' for name in sources]
    lines += _boxes(plan, node)
    for block in plan.order:
        ports = ports_of(block.kind, len(block.inputs))
        for i, (port, wire) in enumerate(zip(ports, block.inputs, strict=True)):
            arrow = _arrow(port.name if len(ports) > 1 else "", wire in logic)
            if isinstance(wire, str):
                lines.append(f"  {node[wire]} {arrow} {node[block.name]}")
            elif wire != port.default:
                lines.append(f'  {node[block.name]}n{i}(("{wire:g}")) {arrow} {node[block.name]}')
    for i, (target, slot) in enumerate(zip(plan.targets, plan.output_slots, strict=True)):
        if slot >= 0:
            lines.append(f'  {node[plan.names[slot]]} --> o{i}[/"{target}"/]')
    return "\n".join(lines) + "\n"


def _boxes(plan: Plan, node: Mapping[str, str]) -> list[str]:
    """Return a line for each block; those of `knee.*` and `knee` itself inside a subgraph."""
    groups: dict[str, list[str]] = {"": []}  # lines by what stands before the last dot
    for block in plan.order:
        parts = block.name.split(".")
        for end in range(1, len(parts)):
            groups.setdefault(".".join(parts[:end]), [])
    for number, block in enumerate(plan.order, 1):
        home = block.name if block.name in groups else block.name.rpartition(".")[0]
        text = f'{node[block.name]}["{number} {block.name}<br/>{block.kind.name}"]'
        groups[home].append(text)
    number = {name: row for row, name in enumerate(groups)}

    def draw(name: str) -> list[str]:
        lines = list(groups[name])
        for inner in groups:
            if inner and inner.rpartition(".")[0] == name:
                lines += [f'subgraph g{number[inner]}["{inner}"]', *draw(inner), "end"]
        return [f"  {line}" for line in lines]

    return draw("")


def _arrow(label: str, is_logic: bool) -> str:
    """Return a mermaid link: solid for numbers, dotted for logic."""
    if is_logic:
        return f'-. "{label}" .->' if label else "-.->"
    return f'-- "{label}" -->' if label else "-->"


def _wire(wire: Wire, plan: Plan) -> str:
    return f"{wire}#{plan.slots[wire]}" if isinstance(wire, str) else f"{wire:g}"


def _unit(unit: str | None) -> str:
    return "?" if unit is None else ("-" if unit == ONE else unit)


def _parameters(block: Block) -> str:
    """Return the parameters that are not as by default."""
    usual = {parameter.name: parameter.default for parameter in block.kind.parameters}
    given = {key: v for key, v in block.parameters.items() if v != usual.get(key, v)}
    return " ".join(f"{key}={_value(value)}" for key, value in given.items())


def _value(value: object) -> str:
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, (tuple, list)) and len(value) > LONGEST:
        return f"[{len(value)} numbers]"
    if isinstance(value, (tuple, list)):
        return "[" + ",".join(_value(item) for item in value) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows as lines of aligned columns; a cell too long for its column pushes the rest."""
    columns = zip(*rows, strict=True)
    widths = [max(len(cell) for cell in column if len(cell) <= WIDEST) for column in columns]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
