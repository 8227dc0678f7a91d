"""Counts how often the branches of kernels are taken, and writes `simulator/compiled/branches.txt`.

    make branches        (or: python -m tests.bench.branches)

Kernels are compiled anew with a counter at each branch, in a cache of their own. They run shipped
scenes under their scripts and under random voltages, the qualification table, some neutral scenes
of what no shipped scene has - a heap, a whip, a tower, a grip -, none of them one whose time is
compared with other engines, and tests of what is rare: bounces, what rolls, what is fast, faults.
The program is imported where it is used: its cache has to be named first.
"""

import os
import tempfile
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
SCENES = TESTS.parent / "scenes"
RARE = (
    "faults/test_effects.py",
    *(f"physics/test_{name}.py" for name in (
        "collide_mesh", "fast", "heaps", "radiation", "relay", "riding", "rolling", "seams")),
    *(f"systems/test_{name}.py" for name in (
        "bin", "bounces", "conveyors", "driven", "hand", "landing", "rebound", "rollers", "ropes")),
)  # fmt: skip
SCRIPTED, SHAKEN = 20.0, 6.0  # how long a scene runs under its script, under voltages [s]
ALONE = 99  # processors left to others: counters are for one thread


def run_scene(path: Path) -> None:
    """Run a shipped scene under its script, then under random voltages."""
    from simulator import checking, headless
    from simulator.simulation import Simulation
    from simulator.spec import load
    from tests.peers import voltages

    script = SCENES / "scripts" / path.name
    actions = load.load_script(script) if script.exists() else None
    headless.Run(Simulation(checking.load_checked(path), ALONE), actions).go(SCRIPTED)
    voltages.shake(path.stem, SHAKEN)


def run_neutral() -> None:
    """Run scenes of what no shipped scene has."""
    from tests.bench.e_own import Sim
    from tests.peers import scenes, walls

    for scene, step, steps in (
        (scenes.pile(240, half=0.07, mu=0.6, seed=7), 0.008, 300),
        (scenes.chain(16, ratio=30.0, length=0.15), 0.008, 1000),
        (scenes.tracked(1, links=32, wheels=5, mu=0.6, omega=4.0), 0.008, 400),
        (scenes.stack(7, half=0.08), 0.008, 300),
        (scenes.arms(2, payload=6.0), 0.008, 500),
        (scenes.gripper(3.0, mu=0.6), 0.008, 500),
        (scenes.wheeled(3, mu=0.6, omega=7.0), 0.008, 500),
        (walls.make(walls.masonry(6, 5, 0.08)), 0.008, 200),
    ):
        sim = Sim(scene, step)
        for _ in range(steps):
            sim.step()


def main() -> None:
    """Count, and write the file."""
    with tempfile.TemporaryDirectory() as cache:
        os.environ["NUMBA_CACHE_DIR"] = cache
        from simulator.compiled import branches

        branches.count()
        for path in sorted(SCENES.glob("*.yaml")):
            print(f"{path.name} ...", flush=True)
            run_scene(path)
        print("qualification and neutral scenes ...", flush=True)
        from simulator.physics.qualification import verify

        verify.run()
        run_neutral()
        rare = [str(TESTS / name) for name in RARE]
        if pytest.main(["-q", "-p", "no:cacheprovider", "--durations=8", *rare]):
            raise SystemExit("a test has failed: nothing was written")
        branches.tally.write(branches.FILE)
    print(f"{branches.FILE}: {len(branches.read())} kernels")


if __name__ == "__main__":
    main()
