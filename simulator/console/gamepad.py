"""Gamepads and joysticks: dead zone, curve, hot plug, and neutral when a device is gone or silent.

Every number from a device is treated as hostile. After a loss an axis is dead until it was seen in
its neutral position (arming), so that a held stick does not start a robot by itself.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from simulator.console import axis, control, stamps
from simulator.console.calibration import Calibration
from simulator.console.panel import Panel
from simulator.console.presets import Identity, Preset, Presets
from simulator.spec.models.console import LEVERS, SWITCHES, AxisBinding, ConsoleSpec

SILENCE = 10.0  # s without any report while an axis is held: the device counts as lost
RESCAN = 1.0  # s between two looks for new devices
DEVICE_FOLDER = Path("/dev/input")


def find_devices() -> list[Any]:
    """Return the gamepads and joysticks that are plugged in; none where there is no way to look."""
    if not DEVICE_FOLDER.exists():
        return []
    try:
        import pyglet.input
        from pyglet.input.linux import evdev
    except Exception:  # off-screen there is no display, and pyglet raises what it likes
        return []
    found = []
    for device in pyglet.input.get_devices():
        try:
            mend(device)
            made = evdev._create_controller(device) or evdev._create_joystick(device)
        except Exception:  # one odd device must not hide the others
            made = None
        if made is not None:
            found.append(made)
    return found


def mend(device: Any) -> None:
    """Give an axis without a range (lowest = highest) a harmless one; pyglet divides by it."""
    for axis_control in device.get_controls():
        low, high = getattr(axis_control, "min", None), getattr(axis_control, "max", None)
        if low is not None and high is not None and not low < high:
            axis_control.min, axis_control.max = -1.0, 1.0


def identify(device: Any) -> Identity:
    """Return what a pyglet Controller or Joystick says it is."""
    guid, name = getattr(device, "guid", None), getattr(device, "name", None)
    try:
        guid = guid or device.device.get_guid()
    except Exception:  # a joystick that does not tell, or a system that cannot
        guid = ""
    return Identity(str(guid or ""), str(name or getattr(device.device, "name", "") or "?"))


class Pad:
    """One open device and what it last said."""

    def __init__(self, device: Any, source: str, now: float) -> None:
        self.device = device
        self.source = source
        self.raw: dict[str, Any] = {}
        self.reported = now
        self.shaped: dict[str, float] = {}  # by signal name
        self.armed: set[str] = set()  # signals seen at neutral since the last loss
        self.is_silent = False
        self.identity = identify(device)
        self.stamp: float | None = None  # when what was read last began to move
        self.axes: dict[str, Calibration] = {}  # of its preset
        self.is_used = True  # else set aside: it moves nothing

    @property
    def is_connected(self) -> bool:
        """Whether the device is still there.

        One that was pulled out and is back at once has its file again, but reads nothing: pyglet
        has closed it.
        """
        device = self.device.device
        return bool(getattr(device, "connected", True) and getattr(device, "is_open", True))

    @property
    def is_held(self) -> bool:
        """Whether any axis is away from neutral."""
        return any(self.shaped.values())

    @property
    def is_waiting(self) -> bool:
        """Whether a held axis must come back to neutral before it counts."""
        held = (value and name not in self.armed for name, value in self.shaped.items())
        return self.is_used and any(held)

    def pump(self, now: float) -> None:
        """Read what the device has to say (pyglet does it only inside its own event loop)."""
        device, self.stamp = self.device.device, None
        while hasattr(device, "poll") and getattr(device, "is_open", False) and device.poll():
            stamps.clear(device)
            device.select()
            self.stamp = stamps.of_device(device, now) if self.stamp is None else self.stamp

    def disarm(self) -> None:
        """Ignore every axis until it comes back to neutral."""
        self.armed.clear()


class Gamepads:
    """All plugged-in devices, working one panel by its console file's bindings."""

    def __init__(
        self,
        panel: Panel,
        find: Callable[[], list[Any]],
        clock: Callable[[], float],
        presets: Presets | None = None,
    ) -> None:
        self.panel = panel
        self.pads: list[Pad] = []
        self.presets = presets or Presets()
        self.enabled = True
        self.is_studied = False  # a device is being calibrated: nothing moves the panel
        self._find, self._clock = find, clock
        self._next_scan = clock()
        self._listing: object = None
        self._bindings: list[tuple[str, AxisBinding]] = []
        self._stamp: float | None = None  # when the first that moved the panel did
        self.select(panel.console)

    def select(self, console: ConsoleSpec) -> None:
        """Work this part of the panel from now on; a held axis counts after it was in neutral."""
        self._bindings = []
        for widget, spec in console.panel.items():
            names = [one.name for one in control.list_controls(widget, spec)]
            self._bindings += zip(names, spec.gamepad, strict=False)
        for pad in self.pads:
            pad.disarm()
            pad.shaped = {}

    def rescan(self) -> None:
        """Open devices that were plugged in since; known ones stay open."""
        known = {id(pad.device) for pad in self.pads}
        files = {getattr(pad.device.device, "_filename", None) for pad in self.pads}
        for device in self._find():
            if id(device) in known or getattr(device.device, "_filename", self) in files:
                continue
            try:
                device.open()
            except Exception:  # busy or forbidden: pyglet raises its own and the system's errors
                self.panel.notify("unreadable", str(getattr(device.device, "name", "")))
                continue
            stamps.use_monotonic(device.device)
            used = {pad.source for pad in self.pads}
            numbers = range(1, len(used) + 2)
            free = next(name for name in map("gamepad{}".format, numbers) if name not in used)
            pad = Pad(device, free, self._clock())
            self.panel.dismiss("unplugged")
            self._greet(pad)
            self.pads.append(pad)

    def _greet(self, pad: Pad) -> None:
        """Take a device in: with its preset, set aside where it is the second of its kind."""
        who = pad.identity
        preset = self.presets.find(who)
        pad.axes = preset.axes if preset else {}
        if who.is_known and any(one.is_used and one.identity == who for one in self.pads):
            pad.is_used = False
            self.panel.notify("duplicate", who.name)
        elif self.presets.is_foreign(who):
            self.panel.notify("foreign", who.name)
        else:
            self.panel.notify("plugged", who.name)

    def toggle(self, source: str) -> None:
        """Have a device work the panel, or set it aside; what it held is let go."""
        for pad in self.pads:
            if pad.source == source:
                pad.is_used = not pad.is_used
                pad.disarm()
                self.panel.dismiss("duplicate")
                self.panel.let_go(source)

    def keep(self, pad: Pad, axes: dict[str, Calibration]) -> None:
        """Let a device work as it was calibrated, now and whenever it is plugged in.

        Raises:
            PresetError: The file cannot be written; the device works so until it is unplugged.
        """
        for one in self.pads:
            if one.identity == pad.identity:
                one.axes = axes
                one.disarm()
        self.panel.dismiss("foreign")
        self.presets.keep(Preset(*pad.identity, axes))

    def study(self, is_studied: bool) -> None:
        """Read the devices without moving the panel, as for a calibration; or end that."""
        self.is_studied = is_studied
        for pad in self.pads:
            pad.disarm()
            self.panel.let_go(pad.source)

    def poll(self) -> None:
        """Read every device once and move the panel; lost and silent ones go to neutral."""
        now = self._clock()
        if now >= self._next_scan and self._has_news():
            self.rescan()
        for pad in list(self.pads):
            try:
                pad.pump(now)
                connected = pad.is_connected
                raw = axis.read_controls(pad.device)
            except Exception:  # a device is hostile: whatever it raises, it is gone
                connected, raw = False, {}
            if not connected:
                self._lose(pad)
                continue
            self._follow(pad, raw, now)

    def take_stamp(self) -> float | None:
        """Return when the oldest movement since the last call began [s]; None without one."""
        stamp, self._stamp = self._stamp, None
        return stamp

    def close(self) -> None:
        """Let every device go."""
        for pad in self.pads:
            pad.device.close()
        self.pads.clear()

    def disarm(self) -> None:
        """Ignore every device until its axes come back to neutral."""
        for pad in self.pads:
            pad.disarm()

    def _has_news(self) -> bool:
        self._next_scan = self._clock() + RESCAN
        try:
            # a device's file is made first and opened to the user a moment later
            listing = sorted((one.name, one.stat().st_ctime_ns) for one in DEVICE_FOLDER.iterdir())
        except OSError:
            return self._find is not find_devices
        changed, self._listing = listing != self._listing, listing
        return changed or self._find is not find_devices

    def _lose(self, pad: Pad) -> None:
        self.pads.remove(pad)
        self._listing = None  # it may be back before anybody sees that it was gone
        self.panel.neutral("unplugged", pad.source)
        if pad.is_silent:
            self.panel.dismiss("silent", pad.source)
        for told in ("plugged", "foreign"):
            self.panel.dismiss(told, pad.identity.name)
        if all(one.is_used for one in self.pads):
            self.panel.dismiss("duplicate")
        try:
            pad.device.close()
        except Exception:
            self.panel.notify("unplugged", pad.source)  # it is gone; closing told us nothing new

    def _follow(self, pad: Pad, raw: dict[str, Any], now: float) -> None:
        if raw != pad.raw:
            pad.raw, pad.reported = raw, now
            if pad.is_silent:
                pad.is_silent = False
                self.panel.dismiss("silent")
        for name, binding in self._bindings:
            own = pad.axes.get(binding.control)
            value = axis.shape(raw.get(binding.control, 0.0), binding, own)
            before, pad.shaped[name] = pad.shaped.get(name, 0.0), value
            if value == 0.0:
                pad.armed.add(name)
            if name in pad.armed and self._counts(pad) and value != before:
                self._apply(pad.source, name, value, before)
                since = now if pad.stamp is None else pad.stamp
                self._stamp = since if self._stamp is None else min(self._stamp, since)
        if pad.is_held and not pad.is_silent and now - pad.reported > SILENCE:
            pad.is_silent = True
            pad.disarm()
            self.panel.neutral("silent", pad.source)

    def _counts(self, pad: Pad) -> bool:
        return self.enabled and pad.is_used and not self.is_studied

    def _apply(self, source: str, name: str, value: float, before: float) -> None:
        spec, panel = self.panel.spec(name), self.panel
        if spec.type in LEVERS:
            low, high = panel.bounds(name)
            rest = panel.rest(name)
            panel.set(name, rest + value * (high - rest if value > 0.0 else rest - low), source)
            if value == 0.0:
                panel.release(name, source)
            return
        was, is_now = round(before), round(value)
        if is_now == was:
            return
        if spec.type in SWITCHES and is_now:
            panel.set(name, panel.get(name) + is_now, source)
        elif is_now:
            panel.press(name, source)
        else:
            panel.release(name, source)
