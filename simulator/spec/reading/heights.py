"""Heights of terrain, out of a file's rows or a picture, for physics and the picture alike."""

import numpy as np
from numpy.typing import NDArray

from ..errors import Unusable
from ..models.shape import MAX_GRID, HeightField

Floats = NDArray[np.float64]


def read(field: HeightField) -> Floats:
    """Return the grid of heights (rows along y, columns along x) [m]; row 0 is at the least y.

    Raises:
        Unusable: neither heights nor a readable picture, rows of unequal length, too large.
    """
    if field.heights is not None:
        if len({len(row) for row in field.heights}) != 1:
            raise Unusable("height_field: rows of `heights` have unequal lengths")
        heights = np.array(field.heights, float)
    elif field.image is not None:
        heights = _read_picture(str(field.image)) * field.height
    else:
        raise Unusable("height_field: give `heights` or `image`")
    if min(heights.shape) < 2 or max(heights.shape) > MAX_GRID:
        raise Unusable(f"height_field: each side has 2 to {MAX_GRID} heights, not {heights.shape}")
    return heights


def _read_picture(path: str) -> Floats:
    from PIL import Image

    try:
        with Image.open(path) as image:
            grey = np.asarray(image.convert("I"), float)
            return grey / (65535.0 if image.mode.startswith("I") else 255.0)
    except OSError as error:
        raise Unusable(f"{path}: not a readable picture ({error})") from error
