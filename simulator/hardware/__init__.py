"""Real levers and lamps: serial lines, Modbus, OSC."""
