"""Breaks and mends things when the exercise says so; what it does is events of the recording."""

from simulator.snapshot import Event
from simulator.spec.models.exercise import ExerciseSpec
from simulator.spec.models.fault import FaultSpec

from .cast import Cast
from .conditions import Metrics, Watch
from .moment import Moment


class _Fault:
    """A fault that waits, is there, or is over."""

    def __init__(self, name: str, spec: FaultSpec, cast: Cast, metrics: Metrics) -> None:
        self.name = name
        self.spec = spec
        self.when = Watch(spec.when, cast, metrics) if spec.when else None
        self.until = Watch(spec.until, cast, metrics) if spec.until else None
        self.began: float | None = None
        self.is_over = False

    def next(self, moment: Moment | None) -> Event | None:
        """Return what is due after `moment`; None: the attempt begins."""
        time = moment.time if moment else 0.0
        if self.is_over or (self.spec.at is None and self.when is None):
            return None
        if self.began is None:
            by_time = self.spec.at is not None and time >= self.spec.at - 1e-9
            by_state = self.when is not None and moment is not None and self.when.holds(moment)
            if not by_time and not by_state:
                return None
            self.began = time
            data = self.spec.model_dump(mode="json", by_alias=True, exclude_unset=True)
            return Event("fault", self.name, data)
        lasts = self.spec.lasts
        is_past = lasts is not None and time - self.began >= lasts - 1e-9
        is_mended = self.until is not None and moment is not None and self.until.holds(moment)
        if is_past or is_mended:
            self.is_over = True
            return Event("clear", self.name)
        return None


class Director:
    """The exercise's faults and its link, asked once before each frame."""

    def __init__(self, exercise: ExerciseSpec, cast: Cast, metrics: Metrics) -> None:
        self._faults = [_Fault(name, spec, cast, metrics) for name, spec in exercise.faults.items()]
        self._link = exercise.link

    def due(self, moment: Moment | None) -> list[Event]:
        """Return what has to be done before the next frame; `moment` is the last one, if any."""
        events = [fault.next(moment) for fault in self._faults]
        if self._link is not None and moment is None:
            data = self._link.model_dump(mode="json", by_alias=True, exclude_unset=True)
            events.insert(0, Event("link", data=data))
        return [event for event in events if event is not None]
