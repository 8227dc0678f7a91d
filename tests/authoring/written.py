"""YAML files as people write them: those of this repository, and drawn ones."""

from pathlib import Path

import yaml
from hypothesis import strategies as st

from simulator.spec.reading import syntax

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = [
    *ROOT.glob("scenes/**/*.yaml"),
    *ROOT.glob("robots/**/*.yaml"),
    *ROOT.glob("consoles/*.yaml"),
]
texts = st.text(st.characters(exclude_categories=["Cs", "Cc", "Cn", "Co"]), max_size=12)
words = st.sampled_from(
    ["on", "1e5", "a: b", "# no", "- x", "x\ny\n", "'", '"', "~", "1.", " x ", "é😀", "\u2028"]
)
scalars = st.one_of(
    st.none(), st.booleans(), st.integers(-999, 999), texts, words,
    st.floats(-1e9, 1e9, allow_nan=False).map(lambda number: round(number, 4)),
)  # fmt: skip
keys = st.one_of(st.sampled_from(["a", "b", "name", "y", "1"]), texts)
data = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(keys, inner, max_size=4)),
    max_leaves=15,
)
tops = st.dictionaries(keys, data, min_size=1, max_size=5)


@st.composite
def files(draw) -> bytes:
    """Return a file as somebody may have written it: style, comments, ends of lines."""
    text = yaml.dump(
        draw(tops), Dumper=yaml.SafeDumper, sort_keys=False, allow_unicode=True,
        default_flow_style=draw(st.sampled_from([None, True, False])),
        indent=draw(st.sampled_from([2, 4])), width=draw(st.sampled_from([20, 80, 10_000])),
        default_style=draw(st.sampled_from([None, None, '"', "'"])),
    )  # fmt: skip
    lines = text.split("\n")
    for row in draw(st.sets(st.integers(0, len(lines) - 1), max_size=4)):
        commented = [*lines[:row], " " * draw(st.integers(0, 6)) + "# \tso", *lines[row:]]
        if reads_as("\n".join(commented), text):
            lines = commented
    text = draw(st.sampled_from(["", "# head\n\n", "---\n"])) + "\n".join(lines)
    text = text if draw(st.booleans()) else text.rstrip("\n")
    if draw(st.booleans()) and reads_as(text.replace("\n", "\r\n"), text):
        text = text.replace("\n", "\r\n")
    return (b"\xef\xbb\xbf" if draw(st.booleans()) else b"") + text.encode()


def reads_as(text: str, other: str) -> bool:
    one, two = (syntax.read(each.encode(), "")[0] for each in (text, other))
    return one is not None and two is not None and one.plain() == two.plain()
