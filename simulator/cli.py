"""The one command: its subcommands, some of them here, and how mistakes end it."""

import atexit
import errno
import gc
import json
import os
import shlex
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, CycloptsError, MissingArgumentError, Parameter
from cyclopts.exceptions import CoercionError, UnusedCliTokensError

from . import stopping
from .commands.authoring import format_, new, schemas
from .commands.drawing import export, export_fmu, plot, shot
from .commands.measuring import bench, soak, verify, warm
from .commands.options import Count, Language, Moment, Output, Quality, Scale
from .commands.robots import gait
from .commands.training import bands, batch, prove, rank
from .spec.suggest import did_you_mean
from .terminal import complain, find_fault, out

app = App(
    name="simulator",
    help="Real-time simulator for training robot operators. Where blocks of a scene run code of "
    "their own (FMUs, Python files) and you trust it, add --allow-code to any command.",
    version_flags=["--version"],
    result_action="return_value",
    default_parameter=Parameter(json_list=False),  # a file's name may begin with a bracket
)
for command in (
    verify, bench, soak, warm, bands, prove, batch, rank, gait, shot, plot, export, export_fmu,
    schemas,
):  # fmt: skip
    app.command(command)
app.command(format_, name="format")
app.command(new)
NUMBERS = {"float": "a number", "int": "a whole number"}
STARTING = 100_000  # objects between two looks for garbage: nearly all that a start makes stay
UNDISTURBED = 0.05  # s: the walk through what is left at the end must not meet another thread


@app.command
def run(
    scene: Path = Path("scenes/container.yaml"),
    *,
    headless: bool = False,
    script: Path | None = None,
    seconds: Moment | None = None,
    record: Path | None = None,
    report: Path | None = None,
    pictures: Path | None = None,
    result: Path | None = None,
    quality: Quality = "auto",
    language: Language | None = None,
    scale: Scale | None = None,
    trainee: str | None = None,
    fault: Annotated[tuple[str, ...], Parameter(negative="")] = (),
    hardware: Path | None = None,
    instructor: Annotated[list[str] | None, Parameter(consume_multiple=(0, 1), negative="")] = None,
    instructor_from: Annotated[list[str] | None, Parameter(negative="")] = None,
) -> int:
    """Open a scene or an exercise in the window, or run it without one.

    Args:
        scene: The scene file, an exercise's, or a recording, which opens in the window.
        headless: Run without a window, faster than real time, and print the final state hash.
        script: A scripted operator's file; without --seconds the run lasts as long as it does.
        seconds: Length of a headless run in simulated seconds; an attempt's end ends it before.
        record: Write a recording (MCAP) to this file.
        report: Write hash, alarms, poses and signals (JSON) to this file.
        pictures: Folder for the pictures that the script takes, and one of the end.
        result: Write an exam's result (JSON), which `prove` proves, to this file. In the window and
            in real time it lies beside the recording.
        quality: Of the picture; auto lowers it when pictures come too slowly.
        language: Of the window; default: the system's.
        scale: Of the window's texts and controls in percent, 100 to 200.
        trainee: Attempts at exercises are kept under this name.
        fault: Breaks something in a headless run: `mf4.left_drive:off@5`, `left:delayed,delay=1`.
        hardware: Real levers and lamps: a hardware file. A headless run then goes in real time.
        instructor: Serve the instructor's web page at HOST:PORT (127.0.0.1:8787); any host but
            this machine's own needs the token in the address that is printed. A headless run then
            goes in real time.
        instructor_from: HOST:PORT of another program whose page may connect here, too.
    """
    from .commands import launch

    for file, suffix in ((record, ".mcap"), (report, ".json"), (result, ".json")):
        if file is not None and (wrong := find_fault(file, suffix)):
            return complain(wrong)
    if trainee is not None:
        from .training.trainee import TraineeError, check_name

        try:
            trainee = check_name(trainee)
        except TraineeError as error:
            return complain(f"--trainee: {error}")
    if headless and trainee is not None:
        return complain("--trainee keeps what is done in the window: leave --headless out")
    access = None
    if instructor is not None:
        from .instructor.access import Access, InstructorError, read_address

        try:
            access = Access(read_address("".join(instructor)), tuple(instructor_from or ()))
        except InstructorError as error:
            return complain(error)
    elif instructor_from:
        return complain("--instructor-from goes with --instructor")
    boards = None
    if hardware is not None:
        from .commands.boards import connect

        boards = connect(hardware, scene)
    if headless and (access is not None or boards is not None):
        from .attended import attended

        if fault or any(given is not None for given in (report, pictures, result)):
            options = "--report, --pictures, --result, --fault"
            return complain(f"{options}: not together with --instructor or --hardware")
        return attended.run(scene, script, seconds, record, access, boards)
    if headless:
        return launch.headless(scene, script, seconds, record, report, pictures, result, fault)
    if fault or any(given is not None for given in (seconds, report, script, pictures, result)):
        options = "--script, --seconds, --report, --pictures, --result, --fault"
        return complain(f"{options} go with --headless")
    return launch.window(scene, record, quality, language, scale, trainee, access, boards)


@app.command
def check(*paths: Path, json_: Annotated[bool, Parameter(name="--json")] = False) -> int:
    """Check files or folders; print every error as file:line:column. Exit status 1 if any.

    Args:
        paths: Robot, scene, console and script files, or folders of them.
        json_: Print the problems as a JSON list.
    """
    from . import checking
    from .spec.check import list_files

    places = paths or (Path("."),)
    count = len({file for path in places for file in list_files(path)})
    if not count:
        return complain(f"nothing to check: no YAML file in {', '.join(map(str, places))}")
    problems = checking.check(*places)
    errors = [problem for problem in problems if problem.severity == "error"]
    if json_:
        print(json.dumps([problem.as_dict() for problem in problems], ensure_ascii=False, indent=2))
    else:
        for problem in problems:
            out.print(str(problem), markup=False)
        if not errors:
            number = len(problems)
            told = f"{number} warning{'s' if number > 1 else ''}" if number else "no problems found"
            out.print(f"{told} in {count} file{'s' if count > 1 else ''}")
    return 1 if errors else 0


@app.command
def replay(
    file: Path,
    *,
    scene: Path | None = None,
    json_: Annotated[bool, Parameter(name="--json")] = False,
) -> int:
    """Run a recording again and verify every frame. Exit status 1 if it diverges.

    Args:
        file: The recording (MCAP).
        scene: The scene file, where it has moved since.
        json_: Print the outcome as JSON.
    """
    from .commands import replaying

    return replaying.replay(file, scene, json_)


@app.command
def branch(
    file: Path,
    *,
    at: Moment,
    record: Path,
    script: Path | None = None,
    seconds: Moment | None = None,
    scene: Path | None = None,
) -> int:
    """Go on from any moment of a recording; the new one holds what led there.

    Args:
        file: The recording (MCAP).
        at: The moment in seconds since its start.
        record: The new recording.
        script: Who goes on; default: the recorded operator, whose every frame is compared.
        seconds: How long to go on; default: as long as the script, or the recording, lasts.
        scene: The scene or exercise file, where it has moved since.
    """
    from .commands import branching

    if wrong := find_fault(record, ".mcap"):
        return complain(wrong)
    return branching.branch(file, at, record, script, seconds, scene)


@app.command
def expert(exercise: Path, file: Path) -> int:
    """Make a recorded run the expert's: his way and his ghost are shown as aids of the exercise.

    Args:
        exercise: The exercise file.
        file: The recording (MCAP) of a run that passed.
    """
    from .commands import grading

    return grading.expert(exercise, file)


@app.command
def rescore(
    exercise: Path,
    *files: Path,
    json_: Annotated[bool, Parameter(name="--json")] = False,
    workers: Count | None = None,
    cluster: str | None = None,
    parquet: Path | None = None,
) -> int:
    """Grade recorded sessions by an exercise's present rules. Exit status 1 if one is not sound.

    Args:
        exercise: The exercise file.
        files: Recordings (MCAP) of it.
        json_: Print the results as a JSON list.
        workers: Processes that share the work; default: one for each processor, if there is much.
        cluster: Address of a Dask scheduler to work on instead, such as tcp://host:8786.
        parquet: Write a table, one row a recording, to this file.
    """
    from .commands import grading

    if parquet is not None and (wrong := find_fault(parquet, ".parquet")):
        return complain(wrong)
    return grading.rescore(exercise, list(files), json_, workers, cluster, parquet)


@app.command
def debrief(
    file: Path,
    *,
    output: Output = None,
    exercise: Path | None = None,
    expert: Path | None = None,
    attempt: Count | None = None,
    language: Language | None = None,
    pictures: bool = True,
) -> int:
    """Write what happened in a recorded session as one HTML page that prints on two sheets of A4.

    Exit status 1 if the recording is not sound; the page then says so on top.

    Args:
        file: The recording (MCAP).
        output: The HTML file; default: beside the recording.
        exercise: The exercise file, where it has moved since, or where others are to count.
        expert: A recording of the same exercise to compare with.
        attempt: Which one to tell, from 1, where the scene was reset; default: the last.
        language: Of the page; default: the system's.
        pictures: Take pictures of what mattered.
    """
    from .debrief import report

    return report.write(file, output, exercise, expert, language, pictures, attempt)


@app.command
def trainee(action: Literal["list", "export", "delete"], name: str | None = None) -> int:
    """Show, export (JSON, to standard output) or delete what is kept of a trainee on this machine.

    Args:
        action: What to do.
        name: Of the trainee; `list` shows them.
    """
    from .commands import grading

    return grading.trainee(action, name)


@app.command
def explain(file: Path, *, mermaid: bool = False) -> int:
    """Print the functional diagram of a scene or console as an ordered plan and a mermaid picture.

    Args:
        file: A scene or console file.
        mermaid: Print only the mermaid picture.
    """
    from . import checking
    from .diagram import explain as explaining

    if contracts := checking.list_contracts(file):
        print(explaining.list_named(contracts))
        return 0
    plan = checking.plan_of(file)
    if not mermaid:
        print(explaining.explain(plan))
    print(explaining.mermaid(plan))
    return 0


@app.command
def previews(folder: Path = Path("scenes/exercises")) -> int:
    """Draw the pictures that the list of exercises shows, NAME.jpg beside NAME.yaml.

    Args:
        folder: Of the exercises.
    """
    from .commands import previews as pictures

    return pictures.draw(folder)


def _take_permission(words: list[str]) -> list[str]:
    """Return the words of the command line without the permission for scenes' own code."""
    from .outside import permission

    if permission.FLAG in words:
        permission.allow()
    return [word for word in words if word != permission.FLAG]


def _explain(error: CycloptsError, words: list[str]) -> str:
    """Return what is wrong with a command line, in one line that says what to do."""
    command = " ".join(error.command_chain or ())
    ask = f"; simulator {command} --help tells more" if command else "; simulator --help tells more"
    if isinstance(error, MissingArgumentError) and error.argument is not None:
        name, is_option = error.argument.name, error.argument.index is None
        shown = name if is_option else name.lstrip("-").upper()
        return f"simulator {command}: {shown} is missing{ask}"
    if words and not command and words[0].startswith("-"):
        return f"there is no option {words[0]!r} before a command{ask}"
    if words and not command:
        meant = did_you_mean(words[0], [name for name in app if not name.startswith("-")])
        return f"there is no command {words[0]!r}{meant or ask}"
    if isinstance(error, UnusedCliTokensError) and error.unused_tokens:
        return f"simulator {command} takes no {shlex.join(error.unused_tokens)}{ask}"
    text = " ".join(str(error).split())
    if isinstance(error, CoercionError):
        for kind, number in NUMBERS.items():
            text = text.replace(f'" into {kind}.', f'" into {number}.')
    return text if text.endswith("?") else text.rstrip(".") + ask


def main() -> None:
    """Run the command line."""
    from .extra import MissingError
    from .spec.errors import SpecErrors, Unusable

    gc.set_threshold(STARTING)
    if isinstance(sys.stdout, TextIOWrapper):  # what a terminal or a file's name cannot hold
        sys.stdout.reconfigure(errors="backslashreplace")
    words = _take_permission(sys.argv[1:])
    try:
        with stopping.hearing(stopping.interrupt):
            status = app(words, exit_on_error=False, print_error=False)
    except CycloptsError as error:
        status = complain(_explain(error, words))
    except (SpecErrors, MissingError, Unusable) as errors:
        status = complain(str(errors))
    except KeyboardInterrupt:
        status = 130
    except BrokenPipeError:
        sys.stderr.close()
        status = 1
    except OSError as error:  # a full disk, a folder that may not be written
        name = error.filename2 or error.filename  # where a copy should go is the second
        if not name and error.errno != errno.ENOSPC:
            raise
        is_in_the_way = isinstance(error, FileExistsError) and os.path.isfile(name or "")
        why = "it is a file, not a folder" if is_in_the_way else error.strerror
        status = complain(f"{name or 'the output'}: {why}")
    finally:  # also where a command exits by itself, as Ctrl+C has it do
        gc.freeze()  # all goes with the process; looking through it takes a fifth of a short run
        atexit.register(sys.setswitchinterval, UNDISTURBED)  # before what was registered earlier
    if status and sys.stdout is None:  # `>&-`: nothing could say why
        complain("the output is closed: what is to be read there is lost")
    sys.exit(status if isinstance(status, int) else 0)
