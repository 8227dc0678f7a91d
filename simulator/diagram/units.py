"""Units of signals: what follows from the sensors and the blocks, and where two do not fit."""

from collections.abc import Sequence

from simulator.spec import units as spec_units
from simulator.spec.errors import KeyPath
from simulator.spec.reading.source import Told

from .kind import Parameter, ports_of
from .terminals import ONE, Terminals
from .wiring import Block, Wire, Wiring

Units = dict[str, str | None]
_RATES = {"rad": "rad/s", "m": "m/s", "rad/s": "rad/s^2", "m/s": "m/s^2", "Sv": "Sv/s"}
_INTEGRALS = {rate: unit for unit, rate in _RATES.items()}
_DEGREES = {"rad": "deg", "rad/s": "deg_per_s", "rad/s^2": "deg_per_s2"}  # suffixes
_TIMES = {"in": 0, "in/s": 1, "in/s^2": 2}  # units of parameters, by seconds under the input's


def infer(wiring: Wiring, terminals: Terminals, order: Sequence[str]) -> tuple[Units, list[Told]]:
    """Return the unit of every signal (None = unknown) and the places where units do not fit."""
    units: Units = {source.name: source.unit for source in terminals.inputs}
    problems: list[Told] = []
    delays = sum(not wiring.blocks[name].kind.feed_through for name in order)
    for _ in range(min(delays, 8) + 1):  # a block that breaks a loop comes before its input
        before = dict(units)
        for name in order:
            units[name] = _output_unit(wiring.blocks[name], units)
        if units == before:
            break
    for name in order:
        problems += _check_block(wiring.blocks[name], units)
    accepted = {target.name: target for target in terminals.outputs}
    for target, (wire, path) in wiring.outputs.items():
        unit, allowed = _unit_of(wire, units), accepted[target].units
        if allowed and unit is not None and unit not in allowed:
            takes = " or ".join(spelled(unit) for unit in allowed)
            text = (
                f"{wire!r} is in {unit}, but the {accepted[target].what} {target!r} takes {takes}"
            )
            problems.append(Told(path, "unit-mismatch", text))
    return units, problems


def spelled(unit: str) -> str:
    """Return a unit for a message."""
    return "a number without unit" if unit == ONE else unit


def _unit_of(wire: Wire, units: Units) -> str | None:
    return units.get(wire) if isinstance(wire, str) else None


def _output_unit(block: Block, units: Units) -> str | None:
    return block.unit or _computed(block, units)


def _computed(block: Block, units: Units) -> str | None:
    """Return the unit that follows from the kind and its inputs."""
    rule = block.kind.output
    inputs = [_unit_of(wire, units) for wire in block.inputs]
    if rule == "one":
        return ONE
    if rule in ("rad", "s"):
        return rule
    if rule == "product":
        physical = [unit for unit in inputs if unit != ONE]
        return ONE if not physical else (physical[0] if len(physical) == 1 else None)
    if rule == "quotient":
        if inputs[0] is not None and inputs[0] == inputs[1]:
            return ONE
        return inputs[0] if inputs[1] == ONE else None
    common = next((unit for unit, _, _ in _same(block, units)), None)
    if rule == "integral":
        return _INTEGRALS.get(common or "")
    if rule == "derivative":
        return _RATES.get(common or "")
    return common if rule == "same" else None


def _same(block: Block, units: Units) -> list[tuple[str, Wire, KeyPath]]:
    """Return the inputs that have to share a unit and whose unit is known."""
    found = []
    ports = ports_of(block.kind, len(block.inputs))
    for port, wire, path in zip(ports, block.inputs, block.paths, strict=True):
        unit = _unit_of(wire, units)
        if port.unit == "same" and unit is not None:
            found.append((unit, wire, path))
    return found


def _check_block(block: Block, units: Units) -> list[Told]:
    problems = []
    same = _same(block, units)
    for unit, wire, path in same[1:]:
        if unit != same[0][0]:
            text = f"{wire!r} is in {_name(unit)}, but {same[0][1]!r} is in {_name(same[0][0])}"
            problems.append(Told(path, "unit-mismatch", text))
    ports = ports_of(block.kind, len(block.inputs))
    for port, wire, path in zip(ports, block.inputs, block.paths, strict=True):
        unit, wanted = _unit_of(wire, units), port.unit
        if wanted == "one" and unit not in (None, ONE):
            text = f"{wire!r} is in {unit}, but this input is logic or a number: compare it first"
            problems.append(Told(path, "unit-mismatch", text))
        if wanted == "angle" and unit not in (None, ONE, "rad"):
            text = f"{wire!r} is in {unit}, but this input is an angle in rad"
            problems.append(Told(path, "unit-mismatch", text))
    problems += _check_parameters(block, units)
    computed = _computed(block, units)
    if block.unit and computed and block.unit != computed:
        text = f"declared in {_name(block.unit)}, but its inputs make it {_name(computed)}"
        text += "; a gain with `unit:` converts"
        problems.append(Told(("diagram", block.name, "unit"), "unit-mismatch", text))
    return problems


def _check_parameters(block: Block, units: Units) -> list[Told]:
    """Return a problem for each parameter that is written in another unit than the input has."""
    ports = ports_of(block.kind, len(block.inputs))
    wires = (wire for port, wire in zip(ports, block.inputs, strict=True) if port.unit != "one")
    wire = next((one for one in wires if _unit_of(one, units) not in (None, ONE)), "")
    unit, problems = _unit_of(wire, units), []
    known, own = repr(wire), unit
    if unit is None:  # beside an input without one, parameters say what it is in
        known, own, unit = _find_written(block)
    asked = {name: _rate_of(unit, times) for name, times in _TIMES.items()}
    for parameter in block.kind.parameters:
        wanted = asked.get(parameter.unit)
        if wanted is None:
            continue
        other = f"{known} is in {own}"
        if own == unit != wanted:
            other = f"{known} changes in {wanted}"
        key, symbol = _find_symbol(block, parameter)
        column = block.columns.get(parameter.name, ONE)
        if symbol not in (ONE, wanted):
            fitting = [f"{parameter.name}_{one}" for one in spec_units.fitting(wanted)]
            text = f"{key} is in {symbol}, but {other}; write "
            text += ", ".join([parameter.name, *fitting])
            problems.append(Told(("diagram", block.name, key), "unit-mismatch", text))
        elif column not in (ONE, wanted):
            text = f"{key} is a column in {column}, but {other}"
            problems.append(Told(("diagram", block.name, key), "unit-mismatch", text))
    return problems


def _find_symbol(block: Block, parameter: Parameter) -> tuple[str, str]:
    """Return the key that a parameter is written as, and the unit that the key names."""
    key = block.keys.get(parameter.name, parameter.name)
    suffix = key.removeprefix(parameter.name).removeprefix("_")
    return key, spec_units.SUFFIXES[suffix].symbol if suffix else ONE


def _find_written(block: Block) -> tuple[str, str | None, str | None]:
    """Return the first key of a block whose unit tells the input's, that unit, and the input's."""
    for parameter in block.kind.parameters:
        key, symbol = _find_symbol(block, parameter)
        if symbol != ONE and parameter.unit in _TIMES:
            unit: str | None = symbol
            for _ in range(_TIMES[parameter.unit]):
                unit = _INTEGRALS.get(unit or "")
            if unit is not None:  # else it is the one that does not fit
                return key, symbol, unit
    return "", None, None


def find_bare(block: Block) -> list[Told]:
    """Return what to tell of angles in radians beside others of their block that are in degrees."""
    asked = [one for one in block.kind.parameters if one.unit in _TIMES]
    written = {one.name: _find_symbol(block, one) for one in asked}
    degrees = {key: unit for key, unit in written.values() if key.endswith(_DEGREES.get(unit, "?"))}
    if not degrees:
        return []
    beside, told = next(iter(degrees)), []
    _, _, angle = _find_written(block)
    for parameter in asked:
        key, symbol = written[parameter.name]
        wanted = _rate_of(angle, _TIMES[parameter.unit])
        value = block.parameters.get(parameter.name)
        if symbol == ONE and key in block.keys.values() and wanted in _DEGREES and _is_angle(value):
            text = f"{key} is in {wanted}, but {beside} in degrees; for degrees write "
            text += f"{key}_{_DEGREES[wanted]}, else {key}_{_DEGREES[wanted].replace('deg', 'rad')}"
            told.append(Told(("diagram", block.name, key), "degrees", text))
    return told


def _is_angle(value: object) -> bool:
    """Say whether a value is a number that is not the same in radians and in degrees."""
    return isinstance(value, int | float) and value != 0.0


def _rate_of(unit: str | None, times: int) -> str | None:
    """Return the unit of what changes in `unit`, so many times per second."""
    for _ in range(times):
        unit = _RATES.get(unit or "")
    return unit


def _name(unit: str) -> str:
    return "no unit" if unit == ONE else unit
