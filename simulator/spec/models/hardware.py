"""consoles/hardware/*.yaml: real levers, lamps and gauges wired to the widgets of a console."""

from typing import Annotated

from pydantic import Field, StringConstraints

from ..fields import FilePath, Label, Name, PositiveSecond, Reference, Spec, Unit

Host = Annotated[str, StringConstraints(pattern=r"^[\w.\-]+$", max_length=253)]
Port = Annotated[int, Field(ge=1, le=65535)]
Channel = Annotated[str, StringConstraints(min_length=1, max_length=200)]


class SerialSpec(Spec):
    """A board on a serial line that speaks the protocol of lines."""

    port: Annotated[str, StringConstraints(min_length=1, max_length=500)]  # /dev/ttyACM0, COM3
    baud: Annotated[int, Field(ge=300, le=4_000_000)] = 115200  # bits per second
    board: Annotated[str, StringConstraints(max_length=60)] | None = None  # the name it must give


class ModbusSpec(Spec):
    """A controller or remote I/O that is asked over Modbus TCP."""

    host: Host  # name or address
    port: Port = 502  # TCP
    unit: Annotated[int, Field(ge=0, le=255)] = 1  # number of the device behind the address
    interval: Annotated[float, Unit("s"), Field(ge=0.005, le=1)] = 0.02  # between two questions


class OscSpec(Spec):
    """A program or a panel that sends OSC messages over UDP."""

    host: Host = "127.0.0.1"  # own address to listen on; 0.0.0.0 hears the whole network
    port: Port  # UDP, to listen on
    send_host: Host | None = None  # where lamps go; default: to whom spoke last
    send_port: Port | None = None  # default: the port that it spoke from


class InputSpec(Spec):
    """A channel of a board that works a control."""

    channel: Channel  # `a0`; `holding:3`, `input:3`, `coil:0`, `discrete:0`; `/fader`, `/xy:2`
    range: tuple[float, float] | None = None  # raw at lowest and highest; default: the control's
    rest: float | None = None  # raw where a lever is let go; default: in proportion
    dead_zone: Annotated[float, Unit("1"), Field(ge=0, lt=1)] = 0.03  # share around rest: lever


class OutputSpec(Spec):
    """A lamp, gauge or display of a console shown on a board."""

    channel: Channel  # `l1`; `holding:3`, `coil:0`; `/lamp`
    range: tuple[float, float] | None = None  # raw at a gauge's ends; default: its numbers


class BoardSpec(Spec):
    """One board and what is wired to it; exactly one of `serial`, `modbus`, `osc`."""

    serial: SerialSpec | None = None  # a serial line
    modbus: ModbusSpec | None = None  # Modbus TCP
    osc: OscSpec | None = None  # OSC over UDP
    silence: Annotated[PositiveSecond, Field(le=10)] = 0.2  # then its levers are in neutral
    inputs: dict[Reference, InputSpec] = {}  # controls: `left`, `arm.x`
    outputs: dict[Name, OutputSpec] = {}  # lamps, annunciators, gauges, displays, lit buttons


class HardwareSpec(Spec):
    """A whole hardware file."""

    include: list[FilePath] = []  # files merged below this one
    title: Label | None = None  # for people
    console: FilePath  # whose widgets it works
    boards: dict[Name, BoardSpec]  # each is one link


__all__ = ["BoardSpec", "HardwareSpec", "InputSpec", "OutputSpec"]
