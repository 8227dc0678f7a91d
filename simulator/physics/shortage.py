"""Tables that are full: what found no room in a frame, what comes of it, and what to do."""

from .world import World

MOST = 65536  # contacts that a scene may ask for, as `spec.models.scene` has it


class Shortage:
    """What finds no room in the tables of a world, frame by frame."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.pairs = self.points = 0  # of a step of the frame that was looked at last, about
        self.frames = 0  # since the start
        self._counted = (0, 0)
        self._last = 0

    def jump(self) -> None:
        """Count on from what the world's tables have lost by another moment, just restored."""
        self._counted = self._count()

    def look(self, frame_index: int, steps: int) -> None:
        """Count what has found no room in this frame of so many steps; a start over forgets."""
        counted = self._count()
        new = [now - before for now, before in zip(counted, self._counted, strict=True)]
        self.pairs, self.points = (-(-one // steps) for one in new)
        self._counted = counted
        self.frames = 0 if frame_index <= self._last else self.frames
        self.frames += bool(self.pairs or self.points)
        self._last = frame_index

    def tell(self, frame_index: int) -> str:
        """Return what is short now, or was since the start, and what to do; "" for nothing."""
        if not self.frames or frame_index < self._last:
            return ""
        room = len(self.world.contacts.body_a)
        cure = f"raise `max_contacts` of the scene's `physics` above {room}"
        cure = cure if room < MOST and not self.pairs else "leave fewer things so close together"
        if not self.pairs and not self.points:
            return f"there was no room for all contacts in {self.frames} frames: {cure}"
        what = f"{self.pairs} pairs of shapes" if self.pairs else f"{self.points} contacts"
        return f"no room for {what}: things sink into each other; {cure}"

    def _count(self) -> tuple[int, int]:
        return int(self.world.pairs.lost[0]), int(self.world.contacts.lost[0])
