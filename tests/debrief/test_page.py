"""The page: well-formed, closed in itself, safe, in both languages, two sheets of A4."""

import re
import shutil
import subprocess
from html.parser import HTMLParser

import pytest

from simulator.debrief import advice, counsel, page, texts
from simulator.debrief.pictures import Picture
from tests.instructor.browser import Browser

from .conftest import HOSTILE

VOID = {"meta", "img", "br"}
PIXEL = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))),
                None)  # fmt: skip


class Reader(HTMLParser):
    """Checks that every element is closed in order, and collects what there is."""

    def __init__(self, text):
        super().__init__()
        self.open, self.attributes, self.words, self.tags = [], [], [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, *pair) for pair in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, f"</{tag}> closes nothing"

    def handle_data(self, data):
        if self.open and self.open[-1] not in ("style", "script"):
            self.words.append(data.strip())


def make(story, language="en", expert=None, problems=(), pictures=3):
    head = page.Head("Push " + HOSTILE, [("who", HOSTILE)], "bad", "lost", "why", "12")
    proof = page.Proof(list(problems), "", [("state hash", "0" * 32)])
    taken = [Picture(PIXEL, float(k), HOSTILE, "info") for k in range(pictures)]
    return page.render(story, expert, head, proof, taken, "", language)


@pytest.fixture(scope="module")
def text(told):
    return make(told, expert=told)


def test_the_page_is_well_formed_and_has_every_part(text):
    tags = Reader(text).tags
    assert tags.count("section") == 6 and tags.count("main") == 1
    assert tags.count("tr") == 6 and tags.count("figure") == 3


def test_the_page_loads_nothing(text):
    assert "://" not in text.replace("data:", "")
    assert "@import" not in text
    for tag, name, value in Reader(text).attributes:
        if name in ("src", "data", "poster", "srcset", "action"):
            assert value.startswith("data:"), (tag, name)
        if name in ("href", "xlink:href"):
            assert value.startswith("#")
    assert all(url.startswith(("data:", "#")) for url in re.findall(r"url\(([^)]*)\)", text))


def test_hostile_names_stay_words(text):
    reader = Reader(text)
    assert reader.tags.count("script") == 2 and "b" not in [
        tag for tag, name, value in reader.attributes if "alert" in str(value) and tag == "b"
    ]
    assert "<script>alert" not in text and '<b>"' not in text
    assert any(HOSTILE in words for words in reader.words)  # read back, it is what it was
    assert not [name for _, name, _ in reader.attributes if name.startswith("on")]


def test_numbers_of_drawings_are_finite(text):
    for block in re.findall(r"<svg.*?</svg>", text, re.DOTALL):
        assert not re.search(r"\b(nan|inf|None)\b", re.sub(r">[^<]*<", "><", block))


def test_the_verdict_is_told_by_words_and_icons(text):
    reader = Reader(text)
    rows = re.findall(r'<tr class="(\w+)">.*?</tr>', text, re.DOTALL)
    assert rows == ["ok", "bad", "bad", "bad", "none", "none"]
    assert reader.words.count("failed") == 3 and reader.words.count("passed") == 1
    assert ("use", "href", "#bad") in reader.attributes


def test_russian_has_decimal_commas_and_no_english(told):
    words = Reader(make(told, "ru", told)).words
    own = [text.en for text in texts.TEXTS.values() if len(text.en) > 4 and "{" not in text.en]
    own += ["Collisions", "Time"]
    assert {word for word in words if word in own} == set()
    assert any(re.fullmatch(r"[\u2212]?\d+,\d+", word) for word in words)


def test_both_languages_say_everything():
    cyrillic = re.compile("[а-яё]", re.IGNORECASE)
    pairs = [*texts.TEXTS.values(), *counsel.FAILED.values()]
    pairs += [part for both in counsel.SENTENCES.values() for part in both]
    for pair in pairs:
        holes = [sorted(re.findall(r"\{\w*\}", side)) for side in (pair.ru, pair.en)]
        assert holes[0] == holes[1], pair
        assert bool(pair.ru) == bool(pair.en) and not cyrillic.search(pair.en), pair


def test_what_went_wrong_is_to_be_practised(told):
    found = advice.to_practise(told, told, "en")
    titles = " | ".join(one.title for one in found)
    assert "Contact" in titles and "Stages done: 1 of 2" in titles
    assert "Lever to and fro" in titles and "Pause of" in titles
    assert len(found) <= advice.MOST and found[0].weight >= found[-1].weight
    assert all(one.text for one in found)
    assert not [one for one in advice.went_well(told, None, "en") if "No collision" in one.title]


def test_a_damaged_recording_says_so_on_top(told):
    text = make(told, problems=[f"records were changed {HOSTILE}"])
    assert 'role="alert"' in text
    assert text.index('role="alert"') < text.index("<section")
    assert "not proven" in " ".join(Reader(text).words)


@pytest.mark.skipif(CHROMIUM is None, reason="no chromium here to print with")
@pytest.mark.parametrize("language", ["ru", "en"])
def test_it_prints_on_two_sheets_of_a4(told, tmp_path, language):
    source, target = tmp_path / "page.html", tmp_path / "page.pdf"
    source.write_text(make(told, language, told, ["cut off"], 6), encoding="utf-8")
    command = [CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu",
               f"--user-data-dir={tmp_path / 'profile'}", "--no-pdf-header-footer",
               f"--print-to-pdf={target}", source.as_uri()]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    data = target.read_bytes()
    assert len(re.findall(rb"/Type\s*/Page\b", data)) == 2
    width, height = map(float, re.search(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", data).groups())
    assert (width, height) == pytest.approx((595, 842), abs=1)


SIZES = """[...document.querySelectorAll("svg.plan, svg.timed")]
    .map((one) => [one.getBoundingClientRect().width / one.viewBox.baseVal.width, one])
    .filter(([size]) => size)"""
DOTS = f"""{SIZES}.filter(([, one]) => one.matches(".plan")).map(([, one]) => {{
    const [from, dot] = [".start-dot", ".cursor-dot"].map((name) => one.querySelector(name));
    const off = (key) => Math.abs(from.getAttribute(key) - dot.getAttribute(key));
    return Math.max(off("cx"), off("cy"));
}})"""


@pytest.mark.skipif(CHROMIUM is None, reason="no chromium here to look with")
@pytest.mark.parametrize("wide", [760, 900, 1000, 1200])
def test_drawings_have_legible_letters_and_a_cursor_at_any_width(told, tmp_path, wide):
    """Below 900 px everything drawn was half as large as it was meant, and less."""
    source = tmp_path / "page.html"
    source.write_text(make(told), encoding="utf-8")
    with Browser(tmp_path / "profile", (wide, 900)) as tab:
        tab.open(source.as_uri())
        tab.wait("typeof show === 'function' && document.readyState === 'complete'")
        sizes = tab.run(f"{SIZES}.map(([size]) => size)")
        assert len(sizes) == 3 and min(sizes) > 0.75, "of letters of 13 px"
        tab.run("show(0)")
        (off,) = tab.run(DOTS)
        assert off < 1.0


def luminance(colour):
    shares = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_every_text_can_be_read_on_its_ground(theme):
    style = (page.ROOM / "page.css").read_text(encoding="utf-8")
    found = re.findall(r"--(\w+): light-dark\((#\w{6}), (#\w{6})\)", style)
    tokens = {name: luminance(pair[theme]) for name, *pair in found}
    for ground in ("bg0", "bg2", "well"):
        for text in ("tx0", "tx1", "tx2", "acc", "ok", "info", "warn", "bad"):
            low, high = sorted((tokens[ground], tokens[text]))
            assert (high + 0.05) / (low + 0.05) >= 4.5, (text, ground)
    for text, ground in (("tx0", "badd"), ("tx0", "okd"), ("bad", "badd"), ("warn", "warnd")):
        low, high = sorted((tokens[ground], tokens[text]))
        assert (high + 0.05) / (low + 0.05) >= 4.5, (text, ground)
