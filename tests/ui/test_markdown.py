"""Markdown of briefings: what is bold, what is an item, and where no space goes."""

from simulator.ui.painting.markdown import parse


def text(block):
    return "".join(("" if word.is_glued else " ") + word.text for word in block.words).strip()


def test_blocks():
    blocks = parse(
        "# Head\n\nGo **on**, *now*.\nNext `line`\n\n- one\n- two\n\n3. three\n4. four\n"
    )
    assert [(block.kind, block.mark, text(block)) for block in blocks] == [
        ("h1", "", "Head"),
        ("p", "", "Go on, now. Next line"),
        ("item", "•", "one"),
        ("item", "•", "two"),
        ("item", "3.", "three"),
        ("item", "4.", "four"),
    ]
    assert [word.text for word in blocks[1].words if word.is_bold] == ["on"]


def test_html_is_plain_text():
    assert "<b>" in text(parse("a <b>bold</b> word")[0])
