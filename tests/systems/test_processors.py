"""The bits do not depend on the processor: recordings and results of exams replay on another one.

A child is told to see an older one: the C library, BLAS and numpy then take other ways. Kernels
themselves give the same bits for any x86-64 (`NUMBA_CPU_NAME=x86-64`), which takes minutes to
compile.
"""

import os
import subprocess
import sys

RUN = """
import dataclasses
from pathlib import Path

import numpy as np

from simulator import Panel, Simulation, load_scene

for path in sorted(Path("scenes").glob("*.yaml")):
    scene = load_scene(path)
    simulation = Simulation(scene)
    panel = Panel(scene.console_spec).input()
    rng = np.random.default_rng(1)
    for k in range(25):
        values = rng.uniform(-1.0, 1.0, len(panel.values)) if k > 2 else np.ones(len(panel.values))
        shown = simulation.frame(dataclasses.replace(panel, values=values))
    print(path.stem, shown.state_hash)
"""
OLDER = {
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4,-AVX512F,-AVX2_Usable,-FMA_Usable",
    "OPENBLAS_CORETYPE": "Nehalem",
    "NPY_DISABLE_CPU_FEATURES": "AVX512F AVX512CD AVX512_SKX AVX2 FMA3",
}


def run(**environment: str) -> str:
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-c", RUN],
        env={**os.environ, **environment}, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip


def test_scenes_move_to_the_same_bits_as_on_an_older_processor():
    here = run()
    assert len(here.splitlines()) == 9
    assert run(**OLDER) == here
