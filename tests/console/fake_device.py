"""A pyglet Controller and Joystick over a device that exists only in memory."""

import importlib.util
from pathlib import Path
from types import SimpleNamespace

import pyglet

# Loaded by its file: the package pyglet.input wants a display at import.
source = Path(pyglet.__file__).parent / "input" / "base.py"
spec = importlib.util.spec_from_file_location("pyglet_input_base", source)
assert spec is not None and spec.loader is not None
base = importlib.util.module_from_spec(spec)
spec.loader.exec_module(base)

AXES = ("leftx", "lefty", "rightx", "righty", "lefttrigger", "righttrigger")
BUTTONS = ("a", "b", "x", "y")


class FakeDevice(base.Device):
    """Axes -32768..32767 (triggers 0..255), four buttons, a hat."""

    def __init__(self):
        super().__init__(None, "fake")
        self.connected = True
        self.controls = [base.AbsoluteAxis(name, -32768, 32767) for name in AXES[:4]]
        self.controls += [base.AbsoluteAxis(name, 0, 255) for name in AXES[4:]]
        self.controls += [base.Button(name) for name in BUTTONS]
        self.controls += [base.AbsoluteAxis(name, -1, 1) for name in ("hat_x", "hat_y")]

    def get_controls(self):
        return self.controls

    def move(self, name, value):
        next(one for one in self.controls if one.name == name).value = value


def make_controller(name="fake", guid="0" * 32):
    """Return a Controller over a FakeDevice."""
    mapping = {"name": name, "guid": guid}
    for kind, names in (("axis", AXES), ("button", BUTTONS)):
        for index, control in enumerate(names):
            relation = SimpleNamespace(control_type=kind, index=index, sign=base.Sign.DEFAULT)
            mapping[control] = relation
    for index, control in ((1, "dpup"), (2, "dpright")):
        relation = SimpleNamespace(control_type="hat0", index=index, sign=base.Sign.DEFAULT)
        mapping[control] = relation
    return base.Controller(FakeDevice(), mapping)


def make_joystick():
    """Return a Joystick over a device with two axes and two buttons."""
    device = FakeDevice()
    device.controls = [base.AbsoluteAxis(name, -100, 100) for name in ("x", "y")]
    device.controls += [base.Button("trigger"), base.Button("thumb")]
    return base.Joystick(device)
