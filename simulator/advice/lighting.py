"""Keys of lights that do nothing: the place of a sun, which a light is without its `type`."""

from collections.abc import Iterator

from ..spec.models.scene import SceneSpec
from ..spec.reading.source import Told

USELESS = {"sun": ("at", "range"), "point": ("direction",)}
OTHER = {"sun": "point", "point": "sun"}


def find_useless(scene: SceneSpec) -> Iterator[Told]:
    """Yield what to tell of each key of a sound scene's lights that their type does not use."""
    for name, light in scene.lights.items():
        for key in USELESS[light.type]:
            if key in light.model_fields_set:
                message = f"a light of type {light.type} does not use `{key}`"
                message += f"; one of `type: {OTHER[light.type]}` does"
                if "type" not in light.model_fields_set:
                    message += "; without a `type` it is a sun"
                yield Told(("lights", name, key), "idle-key", message)
