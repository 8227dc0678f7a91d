"""A fault that is there, and what faults make of a line of commands and of a camera."""

from dataclasses import dataclass

from simulator.physics.sensing import chance
from simulator.spec.models.fault import CameraLink, CommandLink, FaultSpec
from simulator.spec.naming.components import LINK, Component

from .commands import Line
from .pictures import Quality


@dataclass(frozen=True)
class Present:
    """A fault, what it happened to, and after which frame."""

    fault: FaultSpec
    component: Component
    begun: int

    def is_off(self, frame: int, frame_dt: float) -> bool:
        """Whether something is off in a frame: as `effects.is_broken`, counted in frames."""
        fault = self.fault
        if fault.kind != "intermittent":
            return fault.kind == "off"
        period = max(1, round(fault.period / frame_dt))
        broken, start = round(fault.share * period), 0
        cycle, phase = divmod(max(frame - self.begun - 1, 0), period)
        if fault.seed:
            seed = chance.own_seed(fault.seed, self.component.name)
            start = int(chance.uniform(seed, cycle) * (period - broken + 1))
        return start <= phase < start + broken

    def is_link_of(self, owner: str, has_line: bool) -> bool:
        """Whether it is the link of a robot (or desk ""), `has_line`: which has one of its own."""
        one = self.component
        if one.family != "link":
            return False
        return one.name == LINK or (one.robot == owner if has_line else not owner)


def line_of(link: CommandLink, faults: list[Present], frame: int, frame_dt: float) -> Line:
    """Return what a line is like in a frame with these faults of the link."""
    line = Line(link)
    for one in faults:
        fault = one.fault
        if one.is_off(frame, frame_dt):
            line = line._replace(is_cut=True)
        elif fault.kind == "stuck":
            line = line._replace(is_held=True)
        elif fault.kind == "slow":
            line = line._replace(pause=max(line.pause, fault.period))
        elif fault.kind == "noise":
            loss = 1.0 - (1.0 - line.link.loss) * (1.0 - fault.amount)
            line = line._replace(link=line.link.model_copy(update={"loss": loss}))
        elif fault.kind == "delayed":
            delay = line.link.delay + fault.delay
            line = line._replace(link=line.link.model_copy(update={"delay": delay}))
    return line


def quality_of(link: CameraLink, faults: list[Present], frame: int, frame_dt: float) -> Quality:
    """Return what a camera's pictures are like in a frame with these faults of it."""
    pause = 1.0 / link.rate if link.rate else 0.0
    found = Quality(link.delay, pause, link.frozen, False, link.blocks, link.noise)
    for one in faults:
        fault = one.fault
        if one.is_off(frame, frame_dt):
            found = found._replace(is_cut=True)
        elif one.component.family == "battery":
            continue
        elif fault.kind == "stuck":
            found = found._replace(is_frozen=True)
        elif fault.kind == "slow":
            found = found._replace(pause=max(found.pause, fault.period))
        elif fault.kind == "noise":
            found = found._replace(noise=1.0 - (1.0 - found.noise) * (1.0 - fault.amount))
        elif fault.kind == "delayed":
            found = found._replace(delay=found.delay + fault.delay)
    return found
