"""What is wrong with files is said in Russian, too, part by part."""

import pytest

from simulator import checking
from simulator.spec import russian
from simulator.spec.errors import Problem
from simulator.spec.reading.translate import EXPECTED

LIST = "not valid YAML: did not find expected '-' indicator (while parsing a block collection that "
LIST += "starts in line 2): its lines begin "
KEYS = (
    "not valid YAML: did not find expected key (while parsing a block mapping that starts in line "
)
KEYS += "2): its lines begin "
SAID = {
    LIST + "with `- `, but this one with none": "не YAML: здесь ожидается `- ` (в списке, начало в "
    "строке 2): его строки начинаются с `- `, а эта нет",
    LIST + "in column 3": "не YAML: здесь ожидается `- ` (в списке, начало в строке 2): его строки "
    "стоят в столбце 3",
    LIST + "in column 3, but this one in 4, and the line above in 5": "не YAML: здесь ожидается "
    "`- ` (в списке, начало в строке 2): его строки стоят в столбце 3, эта в 4, а та, что выше, в "
    "5",
    KEYS + "with no `- `, but this one with one; a": "не YAML: здесь ожидается ключ (в разделе, "
    "начало в строке 2): в его строках нет `- `, а в этой есть; a",
    "unknown key": "неизвестный ключ",
    "unknown key; also known here: at, rpy": "неизвестный ключ; здесь ещё бывают: at, rpy",
    "the key `mass` is missing": "не хватает ключа `mass`",
    "expected a number, got the text 'a, b; c'": "ожидается число, а здесь текст 'a, b; c'",
    "expected a list of 3 numbers, got a list of 2": "ожидается список из 3 чисел, а здесь "
    "список из 2",
    "expected a text or a number or true or false, got a mapping": "ожидается текст или число или "
    "true или false, а здесь раздел",
    "expected one of box, sphere, got the text 'bax'": "ожидается одно из: box, sphere, а здесь "
    "текст 'bax'",
    "must be at least 0 mm, got -1": "должно быть не меньше 0 mm, а здесь -1",
    "there is no link 'upper' - did you mean 'uper'?": "звена 'upper' нет - не 'uper' ли?",
    "there is no zone or body 'there'; there are: a, b and 16 more": "зоны или тела 'there' нет; "
    "есть: a, b и ещё 16",
    "there is no link 'arm' (also in 1 other place of the file) - did you mean amr?": "звена 'arm' "
    "нет - не amr ли? (и ещё в 1 месте файла)",
    "there is no link 'arm'; there are: base (also in 12 other places of the file)": "звена 'arm' "
    "нет; есть: base (и ещё в 12 местах файла)",
    "something new (also in 2 other places of the file)": "something new (also in 2 other places "
    "of the file)",
    "expected a colour ('#C9863A' or a name), got nothing": "ожидается цвет ('#C9863A' или имя), "
    "а здесь ничего",
    "wrong unit: fov is in rad; write fov in SI, or fov_deg": "не та единица: fov в rad; пишите "
    "fov в СИ или fov_deg",
    "the keys `a`, `b` and `c` are missing": "не хватает ключей `a`, `b` и `c`",
    "unknown signal 'a' (in the diagram 'joint', used as 'hip' in consoles/arm.yaml:9)": ""
    "неизвестный сигнал 'a' (в диаграмме 'joint', как 'hip' в consoles/arm.yaml:9)",
    "joint needs above or below": "для шарнира нужно above или below",
    "a lever that is 'slow' does not use `share`": "для рычага с отказом 'slow' не нужно `share`",
    "a motor that is 'slow' does not use `share`": "для мотора с отказом 'slow' не нужно `share`",
    "placing needs `to`": "для placing нужно `to`",
    "arm.elbow is -90 to 90 deg, never above 400 deg; for degrees write above_deg": "arm.elbow "
    "бывает от -90 до 90 deg и никогда не больше 400 deg; для градусов пишите above_deg",
    "a.stl cannot be read as a mesh (it ends early: 12 triangles are announced, 4 are there)": ""
    "a.stl не читается как сетка (он кончается раньше: обещано треугольников 12, а есть 4)",
    "left goes round front and rear already: take one track out": "left уже обходит front и rear: "
    "уберите одну из гусениц",
    "outputs: the FMU has no output 'wya' - did you mean 'way'?": "outputs: у FMU нет выхода 'wya' "
    "- не 'way' ли?",
    "block type 'pid' has no parameter 'q'; it has: kp, ki, and kp is missing": "у блока 'pid' нет "
    "параметра 'q'; есть: kp, ki; не хватает kp",
    "block type 'compare' has no parameter 'o', and it needs the parameter 'op' (`>` or `>=` or "
    "`!=`)": "у блока 'compare' нет параметра 'o', а нужен параметр 'op' (`>` или `>=` или `!=`)",
    "block type 'compare' has no parameter 'i', and it needs the input 'a' and 'b'; inputs stand "
    "under `in`": "у блока 'compare' нет параметра 'i', а нужен вход 'a' и 'b'; входы пишутся под "
    "`in`",
    "block type 'array' needs the parameter 'values' (list of numbers)": "блоку 'array' нужен "
    "параметр 'values' (список чисел)",
    "x: has to rise from each number to the next (in rad)": "x: числа должны расти одно за другим "
    "(в rad)",
    "a lever takes 2 or 4 keys, not 1": "рычаг: клавиш бывает 2 или 4, а не 1",
    "crate moved out of all bounds: motors stopped": "crate уносится за все пределы: моторы "
    "остановлены",
    "no room for 5 contacts: things sink into each other; leave fewer things so close together": ""
    "нет места ещё для стольких касаний: 5; предметы тонут друг в друге; оставьте меньше предметов "
    "так близко друг к другу",
    "there was no room for all contacts in 3 frames: raise `max_contacts` of the scene's `physics` "
    "above 9": "места хватило не всем касаниям, кадров: 3; поднимите `max_contacts` в `physics` "
    "сцены выше 9",
    "the file is empty; and something new": "файл пуст; and something new",
    "something new; use spaces": "something new; use spaces",
    "something new - did you mean it?": "something new - did you mean it?",
}


@pytest.mark.parametrize("message", SAID)
def test_a_message_is_said_as_far_as_it_is_known(message):
    assert russian.say(message) == SAID[message]


def test_every_kind_of_value_has_a_word():
    assert {*EXPECTED.values()} <= {*russian.THINGS}


@pytest.mark.parametrize("table", [russian.SENTENCES, russian.PARTS])
def test_no_sentence_is_taken_for_another_one_above_it(table):
    """What was to be `written in SI` was said as what is to be `written`."""
    for form, said in table.items():
        quote = "" if "'{}'" in form else "'"
        parts = [f"{quote}part {row}{quote}" for row in range(form.count("{}"))]
        assert russian.translate(form.format(*parts), table) == said.format(*parts)


def test_parts_stand_where_the_sentence_has_them():
    for form, said in (russian.SENTENCES | russian.PARTS).items():
        assert said.count("{}") == form.count("{}"), form


def test_a_mistake_of_a_file_is_told_with_its_place(tmp_path):
    scene = tmp_path / "yard.yaml"
    scene.write_text("props:\n  - {name: crate, mas: 3, shape: {box: [1, 1, one]}}\n")
    unknown, number = (one.problem for one in checking.check(scene))
    assert russian.tell(unknown).ru.startswith("неизвестный ключ - не mass ли?")
    assert russian.tell(unknown).en == unknown.told
    line = russian.line(number)
    assert line.en == str(number) and line.ru.endswith(
        ": ожидается число, а здесь текст 'one' [E303]"
    )
    assert ":2:" in line.ru and "props[0]" in line.ru


def test_what_has_a_suggestion_ends_with_it():
    problem = Problem("a.yaml", 1, 2, "", "unknown block type 'gian'", "unknown-block", "'gain'")
    assert russian.tell(problem).ru == "неизвестный вид блока 'gian' - не 'gain' ли?"
