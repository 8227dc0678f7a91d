"""What `simulator plot` draws of a recording of a scene, where no signals are named."""

from typing import Annotated

from pydantic import Field

from ..fields import Label, Reference, Scale, Spec, To


class CurvesSpec(Spec):
    """Curves on one pair of axes."""

    signals: Annotated[
        Annotated[list[Reference], To("signals")], Field(min_length=1, max_length=24)
    ]  # one curve each
    label: Label | None = None  # of the axis; default: the only signal's name
    unit: Label | None = None  # shown; default: the signals' own
    scale: Scale = 1.0  # shown = scale x signal


class PlotSpec(Spec):
    """A figure: curves under one another along one time."""

    title: Label | None = None  # written above
    rows: Annotated[list[CurvesSpec], Field(min_length=1, max_length=12)]  # from the top
