"""The kernels of a frame compiled by two processes at once, where the cache has none of them yet.

Both take one stage after the other from the same list, the longest first, and keep what they have
in the cache, where the first process finds what the second has compiled. A program that starts
meanwhile waits for them.
"""

import contextlib
import fcntl
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from . import frame
from .compiled import branches, handle, jit
from .diagram import interpret
from .physics import present, sensors, stages, step
from .physics.solver import runaway

TAKEN = "SIMULATOR_COMPILES_IN"  # names the folder of what is taken, to the second process
PATIENCE = 300.0  # for another process; after that this one compiles all [s]
LOCK = "compiling.lock"  # in the cache's folder: held by who compiles, until it ends in any way
_waiting = threading.Event()  # set while another program compiles what is needed here
COMMAND = """
from simulator.simulation import Simulation
from simulator.spec.models.scene import SceneSpec
Simulation(SceneSpec())
"""


@contextlib.contextmanager
def shared(packed: handle.Packed) -> Iterator[None]:
    """Compile the stages of a packed frame in two processes; within it the frame is compiled.

    Another program that starts meanwhile waits for what is compiled here.
    """
    if jit.is_kept(frame.run) or branches.tally.is_on:
        yield
    elif TAKEN in os.environ:  # this is the second process
        threading.Thread(target=_follow, daemon=True).start()
        _compile(packed, Path(os.environ[TAKEN]))
        raise SystemExit
    else:
        with _alone():
            if not jit.is_kept(frame.run) and (os.cpu_count() or 1) > 1:
                _share(packed)
            yield


def is_waiting() -> bool:
    """Return whether another program is compiling, and this one waits for it; any thread."""
    return _waiting.is_set()


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """Wait until no other program compiles into the cache, one that hangs excepted."""
    folder = Path(os.environ["NUMBA_CACHE_DIR"])
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):  # what cannot be written cannot be shared either
            folder.mkdir(parents=True, exist_ok=True)
            file = stack.enter_context((folder / LOCK).open("wb"))
            until = time.monotonic() + PATIENCE
            try:
                while not _lock(file) and time.monotonic() < until:
                    _waiting.set()
                    time.sleep(0.1)
            finally:
                _waiting.clear()
        yield


def _lock(file: BinaryIO) -> bool:
    """Lock a file until it is closed; False where another program has it. OSError without locks."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _share(packed: handle.Packed) -> None:
    path = os.pathsep.join(
        filter(None, (str(jit.PACKAGE.parent), os.environ.get("PYTHONPATH", "")))
    )
    with tempfile.TemporaryDirectory() as taken:
        environment = {**os.environ, "PYTHONPATH": path, TAKEN: taken}
        command = [sys.executable, "-P", "-c", COMMAND]  # not what lies in the working folder
        with subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.PIPE,
            start_new_session=True,  # Ctrl+C is for this process
        ) as second:
            try:
                _compile(packed, Path(taken))
                second.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                return
            finally:
                second.kill()


def _follow() -> None:
    """End the second process when the first one has ended, however it did: the line breaks."""
    os.read(0, 1)  # not by sys.stdin, which a thread may not hold as Python ends
    os._exit(0)


def _compile(packed: handle.Packed, taken: Path) -> None:
    """Compile what nobody has taken yet."""
    for number, compile_stage in enumerate(_list_stages(packed)):
        try:
            (taken / str(number)).touch(exist_ok=False)
        except FileExistsError:
            continue
        except FileNotFoundError:  # the first process is ending, and does not wait for anything
            return
        compile_stage()


def _list_stages(packed: handle.Packed) -> list[Callable[[], None]]:
    fields = handle.layout_of(packed).fields
    world, signals, memory = (fields[name].kind for name in ("world", "signals", "memory"))
    plan, row, number = fields["plan"].kind, jit.kinds.int64, jit.kinds.float64
    listed = (
        (runaway.solve, row, world, number),
        (stages.find_contacts, row, row, row, world),
        (stages.solve_heap, row, world, number),
        (stages.prepare_joints, row, world, number),
        (stages.prepare_cluster, row, world, number),
        (step.limit, world, number),
        (stages.solve_cluster, row, world, number),  # with the others above
        (sensors.read, world, fields["sensors"].kind, signals),
        (interpret.evaluate, plan, signals, memory, signals, number),
        (step.gather, world),
        (step.find_pairs, world),
    )
    return [
        *(lambda stage=stage: jit.compile_inner(*stage) for stage in listed),
        lambda: _show(packed.tables.world),
        lambda: jit.compile_outer(step.start, handle.pack(packed.tables.world).words),
    ]


def _show(world: step.World) -> None:
    """Compile what places the bodies for the picture."""
    bodies = world.bodies
    position, orientation = bodies.position.copy(), bodies.orientation.copy()
    present.poses(bodies, world.joints, world.islands, position, orientation)
    present.spins(bodies, world.islands.of_body, orientation, bodies.spin.copy())
