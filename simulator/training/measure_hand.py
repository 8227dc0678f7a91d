"""Metrics of the operator's hands and eyes, and of any signal."""

import numpy as np

from simulator.exact import products
from simulator.exact.elementary import turn
from simulator.exact.products import times
from simulator.spec.naming.bodies import robot_name, rotation_of

from .conditions import Watch
from .measure import Measure, measures
from .moment import Moment

DEAD = 0.1  # share of a lever's travel that counts as rest
ASPECT = 16.0 / 9.0  # of a camera's picture


class _Levers(Measure):
    """What is read from the levers: those of `controls`, or all that spring back."""

    def __init__(self, *arguments) -> None:
        super().__init__(*arguments)
        named = [row for name in self.spec.controls for row in self.cast.control_rows(name)]
        self.rows = named or self.cast.levers

    def deflection(self, moment: Moment) -> np.ndarray:
        """Return the levers' values (n,)."""
        return moment.panel.values[self.rows]


@measures("reversals", "Смены направления", "Command reversals")
class Reversals(_Levers):
    """How often per minute levers were thrown from one side to the other."""

    unit = "1/min"

    def __init__(self, *arguments) -> None:
        super().__init__(*arguments)
        self.side = np.zeros(len(self.rows))
        self.count = 0

    def watch(self, moment: Moment) -> None:
        """Count levers whose side has changed since they were last away from rest."""
        values = self.deflection(moment)
        side = np.where(np.abs(values) > DEAD, np.sign(values), self.side)
        self.count += int((side * self.side < 0.0).sum())
        self.side = side
        self.value = 60.0 * self.count / max(moment.time, 10.0)


@measures("idle", "Простой", "Idle time")
class Idle(_Levers):
    """Time in which no lever was worked and nothing was pressed."""

    unit = "s"

    def __init__(self, *arguments) -> None:
        super().__init__(*arguments)
        self.last: np.ndarray | None = None

    def watch(self, moment: Moment) -> None:
        """Add a frame at rest."""
        values = moment.panel.values
        is_same = self.last is not None and np.array_equal(values, self.last)
        self.last = values
        rests = (np.abs(self.deflection(moment)) <= DEAD).all()
        if rests and is_same and not moment.pressed.any():
            self.value += moment.dt


@measures("wrong_mode", "Команды не в том режиме", "Wrong-mode inputs")
class WrongMode(_Levers):
    """How often `controls` were worked while what they need did not hold."""

    def __init__(self, *arguments) -> None:
        super().__init__(*arguments)
        assert self.spec.needs is not None
        self.needs = Watch(self.spec.needs, self.cast, {})
        self.was_wrong = False
        self.start: np.ndarray | None = None

    def watch(self, moment: Moment) -> None:
        """Count the beginnings of wrong inputs."""
        if self.start is None:
            self.start = self.deflection(moment)
        moved = (np.abs(self.deflection(moment) - self.start) > DEAD).any()
        is_wrong = bool(moved or moment.pressed[self.rows].any()) and not self.needs.holds(moment)
        self.value += float(is_wrong and not self.was_wrong)
        self.was_wrong = is_wrong


@measures("camera_neglect", "Цель вне кадра", "Target out of view")
class CameraNeglect(Measure):
    """Time in which the shown robot camera does not show `body`."""

    unit = "s"

    def __init__(self, *arguments) -> None:
        super().__init__(*arguments)
        self.row = self.cast.bodies[self.spec.body or ""]
        self.cameras = {}
        for place in self.cast.scene.robots:
            robot = robot_name(place)
            assert place.spec is not None
            for name, camera in place.spec.cameras.items():
                self.cameras[f"{robot}.{name}"] = (
                    self.cast.bodies[f"{robot}.{camera.link}"],
                    camera,
                )

    def watch(self, moment: Moment) -> None:
        """Add a frame without sight."""
        if not self._is_seen(moment):
            self.value += moment.dt

    def _is_seen(self, moment: Moment) -> bool:
        found = self.cameras.get(moment.camera)
        if found is None:
            return False
        link, camera = found
        snapshot = moment.snapshot
        rotation = products.matrix_of(snapshot.orientation[link])
        eye = snapshot.position[link] + times(rotation, camera.at)
        way = snapshot.position[self.row] - eye
        ahead, left, up = times(times(rotation, rotation_of(camera.rpy)).T, way)
        cosine, sine = turn(0.5 * camera.fov)
        height = sine / cosine * ahead
        return bool(ahead > 0.0 and abs(up) <= height and abs(left) <= ASPECT * height)


class _Signal(Measure):
    """A signal's value, scaled."""

    def read(self, moment: Moment) -> float:
        """Return the value of this frame."""
        return self.spec.scale * moment.signal(self.spec.signal or "")


@measures("mean", "Среднее", "Mean")
class Mean(_Signal):
    """Mean of a signal."""

    def __init__(self, *arguments) -> None:
        super().__init__(*arguments)
        self.total, self.count = 0.0, 0

    def watch(self, moment: Moment) -> None:
        """Add a frame."""
        self.total += self.read(moment)
        self.count += 1
        self.value = self.total / self.count


@measures("peak", "Наибольшее", "Peak")
class Peak(_Signal):
    """Largest value of a signal; 0, as of the others, where none was measured."""

    def __init__(self, *arguments) -> None:
        super().__init__(*arguments)
        self.is_new = True

    def watch(self, moment: Moment) -> None:
        """Take the larger."""
        value = self.read(moment)
        self.value = value if self.is_new else max(self.value, value)
        self.is_new = False


@measures("integral", "Накоплено", "Integral")
class Integral(_Signal):
    """Integral of a signal over time, such as a dose of a dose rate."""

    def watch(self, moment: Moment) -> None:
        """Add a frame."""
        self.value += self.read(moment) * moment.dt
