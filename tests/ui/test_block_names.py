"""Every block of a diagram, its inputs and its parameters have names in both languages."""

from simulator.diagram import blocks
from simulator.diagram.kind import ports_of
from simulator.editor.written import choices
from simulator.ui.texts import block_titles, block_words


def test_every_kind_of_block_has_an_icon_and_a_name():
    assert set(blocks.KINDS) <= set(block_titles.TITLES)
    assert set(blocks.FAMILIES) == set(block_titles.FAMILIES)


def test_every_input_and_parameter_of_a_block_has_a_russian_name():
    for kind in blocks.KINDS.values():
        for port in ports_of(kind, 3):
            assert block_words.name_pin(port.name, kind.name, "en") == port.name
            name = block_words.name_pin(port.name, kind.name, "ru")
            assert name != port.name or len(name) == 1, port.name
        for parameter in kind.parameters:
            name = block_words.name_parameter(parameter.name, parameter.name, "ru")
            assert parameter.name in block_words.PARAMETERS and name, parameter.name
            for word in filter(str.isalpha, choices(parameter)):
                assert block_words.name_choice(word, "ru") != word
    assert block_words.name_pin("in2", "sum", "ru") == "вход 2"
    assert block_words.name_pin("set", "sr_latch", "ru") == "установка"
    assert block_words.name_parameter("time", "time_ms", "ru") == "время, ms"
