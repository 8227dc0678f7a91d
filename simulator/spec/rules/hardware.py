"""What a hardware file must be: links, channels, and the names of its console's widgets."""

import re

from ..errors import KeyPath
from ..models.console import GAUGES, LAMPS, ConsoleSpec
from ..models.hardware import BoardSpec, HardwareSpec
from ..naming.widget_signals import is_thumb, made_by
from ..reading.report import Report
from ..suggest import nearest

LINKS = ("serial", "modbus", "osc")
CHANNELS = {
    "serial": (r"[A-Za-z][A-Za-z0-9_]{0,15}", "a word of up to 16 letters and digits, as `a0`"),
    "modbus": (r"(coil|discrete|input|holding):\d{1,5}", "as `holding:3`, `input:3`, `coil:0`"),
    "osc": (r"/[^\s:#*?\[\]{},]*(:[1-9]\d?)?", "an address, as `/fader`, or `/xy:2`"),
}
WRITTEN = {"modbus": (r"(coil|holding):\d{1,5}", "a coil or a holding register can be written")}
SHOWS = (*LAMPS, *GAUGES, "push_button")  # one signal each


def check_hardware(report: Report, spec: HardwareSpec, console: ConsoleSpec | None) -> None:
    """Check boards by themselves, and against their console where that is sound."""
    controls: dict[str, str] = {}
    ports: dict[tuple, str] = {}  # boards by what only one of them can have open
    for name, board in spec.boards.items():
        path = ("boards", name)
        links = [link for link in LINKS if getattr(board, link) is not None]
        if len(links) == 1:
            _check_channels(report, path, board, links[0])
        elif report.is_sound(path):
            there = ", ".join(links) or "none"
            message = f"a board has exactly one of serial, modbus, osc; this one has {there}"
            report.add(path, "E961", message, key=True)
        _check_port(report, path, board, ports)
        for control in board.inputs:
            if control in controls:
                message = f"{control} is already worked by the board {controls[control]}"
                report.add((*path, "inputs", control), "E964", message, key=True)
            controls.setdefault(control, name)
        if console is not None:
            _check_names(report, path, board, console)


def _check_port(report: Report, path: KeyPath, board: BoardSpec, ports: dict) -> None:
    serial, osc = board.serial, board.osc
    if serial is not None:
        place, port, mine = (*path, "serial", "port"), serial.port, ("serial", serial.port)
    elif osc is not None:
        place, port, mine = (*path, "osc", "port"), osc.port, ("osc", osc.host, osc.port)
    else:
        return
    if (other := ports.setdefault(mine, path[-1])) != path[-1]:
        report.add(place, "E964", f"{port} is already the port of the board {other}")


def _check_channels(report: Report, path: KeyPath, board: BoardSpec, link: str) -> None:
    shown: dict[str, str] = {}  # indicators by their channels
    for name, wire in board.outputs.items():
        if (other := shown.setdefault(wire.channel, name)) != name:
            message = f"{wire.channel!r} already shows {other}"
            report.add((*path, "outputs", name, "channel"), "E964", message)
    for section in ("inputs", "outputs"):
        pattern, wanted = CHANNELS[link]
        if section == "outputs":
            pattern, wanted = WRITTEN.get(link, (pattern, wanted))
        for name, wire in getattr(board, section).items():
            place = (*path, section, name)
            if not report.is_sound(place):
                continue
            known = re.fullmatch(pattern, wire.channel)
            if not known or (link == "modbus" and int(wire.channel.partition(":")[2]) > 65535):
                message = f"{wire.channel!r} is no channel of {link}: {wanted}"
                report.add((*place, "channel"), "E962", message)
            if wire.range is not None and wire.range[0] == wire.range[1]:
                message = "both ends of the range are the same: the channel could say nothing"
                report.add((*place, "range"), "E963", message)
    for name, wire in board.inputs.items():
        if wire.range is None or wire.rest is None or not report.is_sound((*path, "inputs", name)):
            continue
        low, high = sorted(wire.range)
        if not low < wire.rest < high:
            message = f"the rest {wire.rest:g} is not between {low:g} and {high:g}"
            report.add((*path, "inputs", name, "rest"), "E963", message)


def _check_names(report: Report, path: KeyPath, board: BoardSpec, console: ConsoleSpec) -> None:
    made = [s for name, widget in console.panel.items() for s in made_by(name, widget)]
    shown = [name for name, widget in console.panel.items() if widget.type in SHOWS]
    lost = [name for name in board.inputs if name in shown and name not in made]
    lost = lost if len(lost) > 1 and not board.outputs else []
    if lost:
        message = "this and what follows is of `outputs`: put a line `outputs:` above it"
        report.add((*path, "inputs", lost[0]), "E302", message, key=True)
    for section, known, what in (("inputs", made, "control"), ("outputs", shown, "indicator")):
        for name in getattr(board, section):
            if name not in known and name not in lost:
                message = _tell_unknown(name, what, console)
                place = (*path, section, name)
                report.add(place, "E401", message, nearest(name, known), key=True)
    for name, wire in board.inputs.items():
        widget = console.panel.get(name.partition(".")[0])
        if widget is not None and name in made and wire.rest is not None:
            place = (*path, "inputs", name, "rest")
            if widget.type != "lever" or is_thumb(name, widget):
                what = "button" if widget.type == "lever" else widget.type
                report.add(place, "E603", f"a {what} has no rest; only a lever has", key=True)


def _tell_unknown(name: str, what: str, console: ConsoleSpec) -> str:
    """Return why a board cannot work a control, or show an indicator, of this name."""
    widget = console.panel.get(name)
    if widget is None:
        return f"the console has no {what} {name!r}"
    made = made_by(name, widget)
    if what == "control" and made:
        return f"{name} is no single control: name one of {', '.join(made)}"
    if what == "control":
        return f"{name} is no control: it is of the type {widget.type}"
    return f"{name} is of the type {widget.type}; boards show {', '.join(SHOWS)}"
