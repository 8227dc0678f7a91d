"""The camera pictures of the desk: drawn in turn, so that they cost one small picture at most."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from simulator.app.viewer import Viewer
from simulator.realtime import Frame
from simulator.ui.desk.desk import CameraView

INTERVAL = 0.035  # s between two pictures where a graphics card draws
SLOW_INTERVAL = 0.2  # s where the processor draws, which physics needs, too


class _Drawn(NamedTuple):
    """A picture, and what proves that its texture is still there."""

    texture: Any
    target: Any
    wanted: CameraView


class CameraViews:
    """Holds the newest picture of each camera view on the desk."""

    def __init__(self, is_slow: bool) -> None:
        self.interval = SLOW_INTERVAL if is_slow else INTERVAL
        self._drawn: dict[str, _Drawn] = {}
        self._due = 0.0

    def draw(
        self,
        viewer: Viewer,
        wanted: Mapping[str, CameraView],
        pair: tuple[Frame, Frame],
        now: float,
    ) -> dict[str, Any]:
        """Return the textures of the widgets that are `wanted`; at most one is drawn anew.

        A picture that was never drawn, or no longer fits, comes before those whose turn it is.
        """
        wanted = {name: one for name, one in wanted.items() if not viewer.is_lost(pair, one.camera)}
        self._drawn = {
            name: one
            for name, one in self._drawn.items()
            if wanted.get(name) == one.wanted and viewer.holds(_key(name), one.target)
        }
        missing = [name for name in wanted if name not in self._drawn]
        if wanted and (missing or now >= self._due):
            name = missing[0] if missing else next(iter(self._drawn))
            self._due = now + self.interval
            view = wanted[name]
            texture = viewer.look_through(view.camera, pair, now, view.size, _key(name))
            self._drawn.pop(name, None)  # to the end of the turn
            if texture is not None:
                target = viewer.renderer.pictures[_key(name)]
                self._drawn[name] = _Drawn(texture, target, view)
        return {name: one.texture for name, one in self._drawn.items()}


def _key(name: str) -> str:
    return f"desk {name}"
