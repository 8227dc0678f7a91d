"""Real levers and lamps: serial lines, Modbus, OSC. Imports spec, console, snapshot, extra."""
