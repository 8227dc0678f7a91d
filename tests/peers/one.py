"""Measures one row on one engine in a process of its own; prints one line of JSON.

    python -m tests.peers.one '{"engine": "own", "measure": "arm", "step": 0.01}'

Keys: engine, engine_options, measure, options, step.
"""

import importlib
import json
import sys

from . import measure


def room(engine):
    """Return where an adapter lies: ours stands alone, so that others may import it too."""
    return "bench" if engine == "own" else "peers"


def run(task):
    """Return the figures of a task; `failure` says why there are none."""
    try:
        module = importlib.import_module(f"tests.{room(task['engine'])}.e_{task['engine']}")
    except ImportError as error:
        return {"missing": str(error)}
    step, options = task["step"], task.get("engine_options", {})
    figures = getattr(measure, task["measure"])(
        lambda scene: module.Sim(scene, step, **options), step, **task.get("options", {})
    )
    return {"engine": module.Sim.name, **figures}


if __name__ == "__main__":
    print(json.dumps(run(json.loads(sys.argv[1]))))
