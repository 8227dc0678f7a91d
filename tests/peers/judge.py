"""Whether a row of the table holds: its figures within limits, its time within the gates."""

from typing import Any, NamedTuple

from .rows import Row

Figures = dict[str, Any]


class Gate(NamedTuple):
    """A share of a peer's time, and what this engine took."""

    peer: str
    allowed: float  # share of the peer's time
    taken: float  # share
    ok: bool


def find_faults(row: Row, figures: Figures) -> list[str]:
    """Return what is outside the row's limits, in words."""
    faults = [] if figures.get("sound", False) else [figures.get("failure", "explodes")]
    for name, limit in row.limits.items():
        value = figures.get(name)
        if value is None:
            faults.append(f"no {name}")
        elif isinstance(limit, bool):
            if value is not limit:
                faults.append(f"{name} is {value}")
        elif not value <= limit:
            faults.append(f"{name} {value:.3g} > {limit:g}")
    return faults


def find_gates(row: Row, own: Figures, peers: dict[str, Figures]) -> list[Gate]:
    """Return each gate of a row; one whose peer was not measured is left out."""
    gates = []
    for share, name in row.gates:
        peer = name or _fairest(row, peers)
        if peer in peers and "us_med" in peers[peer] and "us_med" in own:
            taken = own["us_med"] / peers[peer]["us_med"]
            gates.append(Gate(peer, share, taken, taken <= share))
    return gates


def _fairest(row: Row, peers: dict[str, Figures]) -> str:
    """Return the fastest peer within the limits, else the fastest that does not explode."""
    timed = {name: figures for name, figures in peers.items() if "us_med" in figures}
    sound = {name: figures for name, figures in timed.items() if figures.get("sound")}
    good = {name: figures for name, figures in sound.items() if not find_faults(row, figures)}
    best = good or sound or timed
    return min(best, key=lambda name: best[name]["us_med"], default="")
