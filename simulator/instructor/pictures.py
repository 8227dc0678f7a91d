"""What the cameras see, on its way from the window to the page: raw in, JPEG out."""

import base64
import io
from typing import NamedTuple

from PIL import Image

SIZE = 320, 240
QUALITY = 60


class Raw(NamedTuple):
    """A picture as read from the graphics card: RGBA, last row first."""

    size: tuple[int, int]
    data: bytes


class Pictures:
    """One picture a camera, the newest wins; `wanted` says which are looked at."""

    def __init__(self) -> None:
        self.wanted: tuple[str, ...] = ()
        self._fresh: dict[str, Raw] = {}

    def put(self, camera: str, picture: Raw) -> None:
        """Leave a picture for the server; for the window's thread."""
        self._fresh[camera] = picture

    def take(self) -> list[tuple[str, Raw]]:
        """Return the pictures that have come since; for the server's thread."""
        names = [*self._fresh]
        return [(name, self._fresh.pop(name)) for name in names]


def pack(picture: Raw) -> str:
    """Return a picture as JPEG, as text for a data URL."""
    flat = Image.frombytes("RGBA", picture.size, picture.data).convert("RGB")
    written = io.BytesIO()
    flat.transpose(Image.Transpose.FLIP_TOP_BOTTOM).save(written, "JPEG", quality=QUALITY)
    return base64.b64encode(written.getvalue()).decode("ascii")
