"""What the window tells the screen, and what the operator asks of the window: plain data."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from simulator.spec.errors import Problem
from simulator.spec.fields import Text

SCALES = (1.0, 1.25, 1.5, 1.75, 2.0)
QUALITIES = ("auto", "low", "medium", "high")
WARNED = 4.0  # s for which a broken limit is told over the view
DEBUG_DRAWS = ("joints", "contacts", "frames", "balance")


class Device(NamedTuple):
    """A gamepad or joystick as the menu shows it."""

    source: str
    name: str
    is_used: bool  # else set aside
    is_calibrated: bool


class Recorded(NamedTuple):
    """A recording as the menu shows it."""

    path: str
    title: Text  # of its scene or exercise
    time: datetime  # when it ended
    length: float | None  # [s]; None: it was cut off
    outcome: str = ""  # of an attempt: passed, failed, void
    mark: float = 0.0  # 0..100


class Page(NamedTuple):
    """A page of the desk as the menu shows it."""

    name: str
    title: str
    is_apart: bool  # in a window of its own


class Lesson(NamedTuple):
    """What is said of an exercise over the view, before, in and after an attempt."""

    title: Text  # in the menu bar
    stages: Sequence[Text]  # none: nothing is said
    stage: int  # row of the present one
    time: float  # [s] since the start
    hint: Text | None  # that was taken
    hint_price: float | None  # of the next hint on offer; None: there is none
    warning: Text | None  # a limit that was just broken


@dataclass
class Intents:
    """What the operator asked for in one frame; None and False mean nothing."""

    open_scene: str | None = None  # path from `Status.scenes` or `Status.recordings`
    recordings: bool = False  # have them listed anew
    pause: bool = False  # toggle
    step: bool = False
    reset: bool = False
    record: bool = False  # toggle
    picture: bool = False  # of the window
    fullscreen: bool = False  # toggle
    help: bool = False  # toggle the page of keys
    console: str | None = None  # owner, from `Status.consoles`
    page: str | None = None  # of the desk
    page_apart: str | None = None  # page that gets a window of its own, or comes back
    camera: str | None = None  # one of `Status.cameras`
    inset: str | None = None  # camera of the inset; "" closes it
    debug: str | None = None  # one of DEBUG_DRAWS, toggled
    quality: str | None = None
    scale: float | None = None
    language: str | None = None
    exercises: bool = False  # show the list
    calibrate: str | None = None  # source from `Status.devices`
    use_device: str | None = None  # toggle
    hint: bool = False  # take the one on offer
    end_attempt: bool = False  # break it off
    diagram: str = ""  # an entry of the diagram's menu, or a tool of its page
    diagram_of: str | None = None  # owner of the console whose diagram is shown
    lay_out: bool = False  # toggle the desk's editor
    arrange: bool = False  # toggle the scene's editor
    quit: bool = False
    open_file: tuple[str, int] | None = None  # path and line of a problem, for an editor
    close_problems: bool = False


@dataclass
class Status:
    """What the window shows besides the snapshot; the window fills it anew for each frame."""

    run_state: str = "running"  # a key of `status_bar.STATES`
    real_time_factor: float = 1.0
    step_time: float = 0.0  # [s] of one physics step
    overruns: int = 0
    frames_per_second: float = 0.0
    latency: Sequence[float] = (0.0, 0.0, 0.0)  # [s] from hand to picture: p50, p95, p99
    recording: float | None = None  # how long it is [s]
    scenes: Sequence[tuple[str, str]] = ()  # (path, title)
    scene: str = ""  # path of the open one
    recordings: Sequence[Recorded] | None = None  # the newest ones; None before they are known
    consoles: Sequence[tuple[str, str]] = ()  # (owner, title)
    console: str = ""  # owner of the one on the desk
    pages: Sequence[Page] = ()  # of that one
    devices: Sequence[Device] = ()
    cameras: Sequence[str] = ()
    camera: str = ""
    camera_titles: dict[str, Text] = field(default_factory=dict)
    inset: str = ""
    inset_exposure: float = 0.0  # dose rate at its camera [Sv/s]
    debug: frozenset[str] = frozenset()
    quality: str = "medium"  # one of QUALITIES, as chosen
    drawn_quality: str = ""  # what that is just now
    view: Sequence[Sequence[float]] | None = None  # (3, 3) rows: camera right, up, back in world
    tags: Sequence[tuple[str, float, float]] = ()  # (owner, x, y) of robots in the view [px]
    stage: int | None = None  # index of the current line of the briefing
    lesson: Lesson | None = None  # the exercise that is open
    is_tried: bool = False  # an attempt at it is under way
    problems: Sequence[Problem] = ()  # of a file that could not be loaded
    complaint: str = ""  # why a command was refused
    is_laid_out: bool = False  # the desk's editor is open
    is_arranged: bool = False  # the scene's editor is open
    is_played: bool = False  # a recording is shown
    is_plotted: bool = False  # with its plots
    shows_diagram: bool = False  # instead of view and desk
