"""What widgets of all kinds cost a picture of the desk: `python tests/ui/desk_bench.py [COUNT]`."""

import itertools
import sys
import time
from dataclasses import replace

import moderngl
import numpy as np
from conftest import Operator, make_snapshot
from gallery import SPECS

from simulator.editor.history import History
from simulator.spec.models.console import ConsoleSpec
from simulator.spec.naming.widget_signals import shown_by
from simulator.ui.painting.canvas import Canvas

SIZE, PICTURES, BUDGET = (2560, 1440), 200, 40.0  # [ms]


def make_console(count: int) -> ConsoleSpec:
    """Return a console of so many widgets, every kind of the gallery in turn."""
    kinds = itertools.cycle(spec for spec, _, _ in SPECS.values())
    panel = {f"w{i}": next(kinds) for i in range(count)}
    groups = {f"g{i}": {"title": f"G{i}", "columns": 6} for i in range(max(count // 30, 1))}
    panel = {
        n: {**one, "group": f"g{i // 30 % len(groups)}"} for i, (n, one) in enumerate(panel.items())
    }
    console = ConsoleSpec.model_validate({"panel": panel, "groups": groups})
    targets = [one for name, spec in console.panel.items() for one in shown_by(name, spec)]
    return console.model_copy(update={"outputs": {one: f"s{i}" for i, one in enumerate(targets)}})


def measure(count: int) -> tuple[float, float, int]:
    """Return median and worst cost of a picture of the desk [ms], and how many widgets it shows."""
    canvas = Canvas(moderngl.create_context(standalone=True, backend="egl"))
    console = make_console(count)
    o = Operator(canvas, console, SIZE)
    names = [*dict.fromkeys(str(one) for one in console.outputs.values())]
    random, history = np.random.default_rng(0), History()
    o.desk.history = history
    spent = []
    for i in range(PICTURES + 500):
        shot = make_snapshot(**dict(zip(names, random.random(len(names)), strict=True)))
        shot = replace(shot, time=0.04 * i, layout=o.snapshot.layout if i else shot.layout)
        o.snapshot = shot
        history.note(shot)
        if i < 500:
            continue  # twenty seconds for the strip charts
        began = time.thread_time()
        o.look()
        spent.append(1e3 * (time.thread_time() - began))
    shown = sum(len(o.desk.dock.visible(card)) for card in o.desk.dock.cards)
    return float(np.median(spent)), float(np.percentile(spent, 99)), shown


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    usual, worst, shown = measure(wanted)
    size = f"{SIZE[0]} x {SIZE[1]}"
    print(f"{shown} of {wanted} widgets shown on {size}, every value new in each picture")
    print(f"  median {usual:.1f} ms, 99th percentile {worst:.1f} ms; a frame has {BUDGET:.0f} ms")
