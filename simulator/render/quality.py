"""Picture quality: three named settings, and a governor that trades them and pixels for time."""

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Quality:
    """What a picture may cost; `level` picks the shader variant (0, 1, 2)."""

    name: str
    level: int
    render_scale: float  # of each side, before scaling up to the target
    samples: int  # of each pixel's edges; 0 or 1 = off
    shadow_size: int  # of the sun's depth map [px]
    shadow_taps: int
    blocker_taps: int  # 0 = penumbra of constant width
    occlusion_taps: int  # 0 = soft blobs under the bodies instead
    detail: float  # of round meshes, 1 = within 1 mm
    smooth: bool  # soften edges afterwards, where there are no samples
    upsample: bool  # scale up sharply; else the reader of the texture does it
    shadow_interval: int = 1  # moments from one shadow map to the next
    smallest: float = 0.0  # [px] radius of the smallest part drawn; 0 = all, seen or not


LOW = Quality("low", 0, 0.7, 0, 1024, 2, 0, 0, 0.25, True, False, shadow_interval=2, smallest=0.8)
MEDIUM = Quality("medium", 1, 1.0, 4, 2048, 12, 6, 0, 1.0, False, True)
HIGH = Quality("high", 2, 1.0, 4, 4096, 40, 20, 20, 3.0, False, True)
SOFTWARE = ("llvmpipe", "softpipe", "swiftshader", "software", "swrast")
STRONG = ("nvidia", "geforce", "quadro", "radeon", "amd", "apple", "arc")
SETTINGS = {quality.name: quality for quality in (LOW, MEDIUM, HIGH)}


def find(quality: "Quality | str") -> Quality:
    """Return the setting of that name; a Quality is returned as it is.

    Raises:
        ValueError: no setting has this name.
    """
    if isinstance(quality, Quality):
        return quality
    if quality not in SETTINGS:
        raise ValueError(f"no quality {quality!r}; there are {', '.join(SETTINGS)}")
    return SETTINGS[quality]


def is_software(device: str) -> bool:
    """Return whether OpenGL's renderer name (`ctx.info["GL_RENDERER"]`) means the processor."""
    return any(word in device.lower() for word in SOFTWARE)


def suggest(device: str) -> Quality:
    """Return the setting to begin with for an OpenGL device by its name."""
    if is_software(device):
        return LOW
    return HIGH if any(word in device.lower() for word in STRONG) else MEDIUM


class Governor:
    """Lowers the render scale while pictures cost more than `budget` [s], raises it when cheap.

    High pictures that cost more become medium ones first, and stay so in this scene: the way back
    would build everything anew in the middle of an exercise.
    """

    FLOOR = 0.4  # below it one cannot read the scene
    WINDOW = 20  # pictures between two decisions
    FEW = 10  # before the one that a card is too slow for high ones, a pain to wait for

    def __init__(self, quality: Quality, budget: float) -> None:
        self.quality = quality
        self.budget = budget
        self._ceiling = quality.render_scale
        self._costs: list[float] = []

    def observe(self, cost: float) -> Quality:
        """Take the cost [s] of one picture; return the quality for the next one."""
        self._costs.append(cost)
        is_high = self.quality.name == HIGH.name
        if len(self._costs) >= (self.FEW if is_high else self.WINDOW):
            typical = sorted(self._costs)[len(self._costs) // 2]
            self._costs.clear()
            if is_high:
                if typical > self.budget:
                    self.quality, self._ceiling = MEDIUM, MEDIUM.render_scale
                return self.quality
            scale = self._next_scale(typical)
            if scale != self.quality.render_scale:
                self.quality = replace(self.quality, render_scale=scale)
        return self.quality

    def _next_scale(self, cost: float) -> float:
        scale = self.quality.render_scale
        if cost > self.budget:
            return max(self.FLOOR, round(scale * 0.85, 3))
        if cost < 0.6 * self.budget:
            return min(self._ceiling, round(scale * 1.1, 3))
        return scale
