"""Built-in materials, and finding one by name. Files may add to them or override them.

Friction is that of the material on dry concrete; a pair uses the solver's combination rule.
Colours are those of the visual target. Attenuation is that of Cs-137, 662 keV: mu/rho of Hubbell
and Seltzer (NISTIR 5632, 2004), log-log between 600 and 800 keV, times density; a material that has
none gets 0.0077 m^2/kg times its density, within 12 % of what is lighter than copper.
"""

from collections.abc import Mapping

from ..models.shape import MaterialSpec

Table = Mapping[str, MaterialSpec]


def _make(
    friction: float,
    density: float,
    colour: str,
    roughness: float,
    metal: float = 0.0,
    restitution: float = 0.0,
    attenuation: float | None = None,
) -> MaterialSpec:
    return MaterialSpec(
        attenuation=attenuation,
        friction=friction,
        density=density,
        colour=colour,
        roughness=roughness,
        metal=metal,
        restitution=restitution,
    )


CONCRETE = MaterialSpec(
    friction=0.8,
    density=2400,
    colour="#8A8B8D",
    roughness=0.9,
    pattern="concrete",
    attenuation=18.9,
)
BUILT_IN: dict[str, MaterialSpec] = {
    # structure of the room
    "concrete": CONCRETE,
    "floor": CONCRETE,
    "wall": MaterialSpec(
        friction=0.7,
        density=2400,
        colour="#77787B",
        colour2="#5E6064",
        roughness=0.95,
        pattern="two_tone",
        attenuation=18.9,
    ),
    "wall_low": _make(0.7, 2400, "#5E6064", 0.95, attenuation=18.9),
    "steel_door": _make(0.5, 7850, "#4E565D", 0.5, 0.4, attenuation=57.6),
    "glass": _make(0.4, 2500, "#B9C4CE", 0.1),
    "asphalt": _make(0.9, 2300, "#4A4C4F", 0.95),
    "soil": _make(0.7, 1600, "#5B5146", 1.0),
    # matter
    "steel": _make(0.5, 7850, "#9EA3A8", 0.4, 1.0, attenuation=57.6),
    "metal": _make(0.5, 7850, "#9EA3A8", 0.4, 1.0, attenuation=57.6),
    "aluminium": _make(0.45, 2700, "#B4B8BC", 0.45, 0.9, attenuation=20.1),
    "brass": _make(0.4, 8500, "#B59A55", 0.4, 1.0, attenuation=61.9),
    "lead": _make(0.6, 11340, "#6B6E73", 0.7, 0.6, attenuation=126),
    "rubber": _make(1.0, 1200, "#26282B", 0.95, 0.0, 0.2),
    "plastic": _make(0.4, 1050, "#5F666E", 0.5, 0.0, 0.3),
    "wood": _make(0.5, 650, "#8A6F4E", 0.8, 0.0, 0.2),
    "cardboard": _make(0.5, 200, "#A1866A", 0.9),
    # parts of robots and things to handle
    "shell": _make(0.5, 1200, "#D5D8DB", 0.55),
    "cover": _make(0.5, 1200, "#454A51", 0.6),
    "orange": _make(0.6, 2700, "#C9863A", 0.5),
    "container": _make(0.6, 1000, "#E3C41A", 0.5),
    "bin": _make(0.5, 1000, "#557683", 0.6),
    "black": _make(0.6, 1200, "#16181A", 0.7),
    "white": _make(0.6, 1200, "#E4E6E8", 0.6),
    "red": _make(0.6, 1200, "#A83A31", 0.6),
    "green": _make(0.6, 1200, "#3F7F5B", 0.6),
    "blue": _make(0.6, 1200, "#3E5F8A", 0.6),
    "yellow": _make(0.6, 1200, "#E3C41A", 0.6),
}

PLAIN = MaterialSpec()


def join(*tables: Table) -> dict[str, MaterialSpec]:
    """Return the built-in materials with `tables` over them; an earlier table wins."""
    joined = dict(BUILT_IN)
    for table in reversed(tables):
        joined.update(table)
    return joined


def lookup(name: str | None, *tables: Table) -> MaterialSpec:
    """Return a material by name from the tables in order, then the built-in ones; None is plain."""
    if name is None:
        return PLAIN
    for table in (*tables, BUILT_IN):
        if name in table:
            return table[name]
    raise KeyError(f"there is no material {name!r}")


def soften(plain: MaterialSpec, stiffness: float, damping: float) -> MaterialSpec:
    """Return a material with this stiffness [N/m], unless it has one, and damping [N s/m]."""
    if plain.stiffness is not None:
        return plain
    return plain.model_copy(update={"stiffness": stiffness, "damping": damping})
