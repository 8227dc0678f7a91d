"""One self-contained HTML page: nothing is loaded, and nothing from a file is taken for code."""

import base64
import hashlib
import importlib.util
import json
from pathlib import Path
from typing import NamedTuple

import numpy as np
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from numpy.typing import NDArray

from simulator.training.story import Story

from . import advice, layout, measures, plan, plots, texts, timeline
from .deviation import Deviation
from .pictures import Picture

ROOM = Path(__file__).parent
SAMPLES = 500  # of the cursor's readings
FONTS = {400: "Roboto-Regular.ttf", 700: "Roboto-Bold.ttf"}


class Head(NamedTuple):
    """What stands above everything."""

    title: str
    facts: list[tuple[str, str]]
    state: str  # ok, bad, or "" without an exercise
    outcome: str
    why: str
    mark: str

    @property
    def sign(self) -> str:
        """The symbol beside the outcome."""
        return self.state or "info"


class Proof(NamedTuple):
    """What is known about the recording."""

    problems: list[str]
    note: str
    facts: list[tuple[str, str]]


def render(
    story: Story,
    expert: Story | None,
    head: Head,
    proof: Proof,
    pictures: list[Picture],
    missing_pictures: str,
    language: str,
) -> str:
    """Return the page as text."""
    deviation = (
        Deviation(story, expert)
        if expert and min(len(story.times), len(expert.times)) > 1
        else None
    )
    rows = measures.list_rows(story, language)
    practise = advice.to_practise(story, expert, language)
    well = advice.went_well(story, expert, language)
    traces = plots.list_traces(story, deviation, language)
    cards = layout.Cards(
        len(rows), len(practise) + len(well), bool(proof.problems), len(pictures),
        plan.is_long(story, expert),
    )  # fmt: skip
    script = (ROOM / "page.js").read_text(encoding="utf-8")
    frame = plan.Frame(*plan.extent(story, expert), *cards.plan_size)
    data = _data(story, traces, deviation, frame, language)
    values = {
        "language": language,
        "say": {key: text.in_language(language) for key, text in texts.TEXTS.items()},
        "clock": texts.clock,
        "head": head, "proof": proof, "rows": rows, "practise": practise, "well": well,
        "has_measures": bool(rows), "is_long": cards.is_long, "pictures": pictures,
        "missing_pictures": missing_pictures,
        "across": cards.across, "across_paper": cards.across_paper,
        "largest": _largest(deviation, language),
        "legend": _legend(story, deviation, language),
        "has_timeline": bool(story.stages or story.marks),
        "timeline_first": cards.timeline_first,
        "drawings": layout.draw(story, deviation, traces, cards, language),
        "style": Markup(_style()),
        "script": Markup(script),
        "policy": _policy(script),
        "data": Markup(data),
    }  # fmt: skip
    environment = Environment(
        loader=FileSystemLoader(ROOM), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    return environment.get_template("page.html.j2").render(values)


def _largest(deviation: Deviation | None, language: str) -> str:
    if deviation is None:
        return ""
    return f"{texts.measured(deviation.largest, (), language)} {texts.unit('m', language)}"


def _legend(story: Story, deviation: Deviation | None, language: str) -> list[tuple[str, str]]:
    kinds = [("own", "trainee_way")]
    kinds += [("hand", "hand_way")] if "hand" in story.rows else []
    kinds += [("carried", "load_way")] if set(story.rows) - {"robot", "hand"} else []
    kinds += [("expert", "expert"), ("deviation", "deviation")] if deviation else []
    return [(kind, texts.say(key, language)) for kind, key in kinds]


def _style() -> str:
    """Return the style sheet with the typeface in it, so that widths are known everywhere."""
    style = (ROOM / "page.css").read_text(encoding="utf-8")
    found = importlib.util.find_spec("imgui_bundle")  # it ships Roboto; it is not imported here
    if found is None or found.origin is None:
        return style
    faces = []
    for weight, name in FONTS.items():
        file = Path(found.origin).parent / "assets" / "fonts" / "Roboto" / name
        if file.exists():
            letters = base64.b64encode(file.read_bytes()).decode()
            faces.append(
                f"@font-face {{ font-family: Roboto; font-weight: {weight}; "
                f"src: url(data:font/ttf;base64,{letters}); }}"
            )
    return "\n".join([*faces, style])


def _policy(script: str) -> str:
    """Return what the page may do: run its one script, show what it carries, load nothing."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return (
        "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; "
        f"script-src 'sha256-{digest}'"
    )


def _data(
    story: Story, traces: list[plots.Trace], deviation: Deviation | None, frame: plan.Frame,
    language: str,
) -> str:  # fmt: skip
    """Return what the cursor reads, as JSON that cannot end its element."""
    axis = timeline.Axis(story, layout.SCREEN)
    times = np.linspace(0.0, axis.end, SAMPLES)
    path = np.zeros((SAMPLES, 2))
    if len(story.times):
        rows = np.searchsorted(story.times, times).clip(max=len(story.times) - 1)
        way = np.nan_to_num(story.way("robot")[rows, :2], posinf=0.0, neginf=0.0)
        path = (way - frame.middle) * (1.0, -1.0)  # [m], as the plan has it: y down
        readings = [_short(trace.values[rows]) for trace in traces]
        others = [_expert(trace, deviation, times) for trace in traces]
    else:
        readings = others = []
    whole = {
        "language": language, "width": layout.SCREEN, "left": axis.left, "right": axis.right,
        "end": axis.end, "count": SAMPLES, "traces": readings, "experts": others,
        "expert": texts.say("expert", language),
        "path": np.round(path, 3).tolist(), "span": frame.span.tolist(),
    }  # fmt: skip
    return json.dumps(whole, allow_nan=False).replace("<", "\\u003c")


def _short(values: NDArray[np.float64]) -> list[float]:
    return [float(f"{value:.3g}") for value in values]


def _expert(
    trace: plots.Trace, deviation: Deviation | None, times: NDArray[np.float64]
) -> list[float] | None:
    """Return what the expert's curve reads, as far as it goes; None where there is none."""
    if trace.expert is None or deviation is None:
        return None
    own = deviation.times
    return _short(np.interp(times[times <= own[-1]], own, trace.expert))
