"""What is wrong with files, in Russian: of the mistakes that hands make most; others stay English.

A message is a sentence of which `{}` are parts, and what follows it behind "; ", each known or not.
"""

import re
from functools import cache

from .errors import Problem
from .fields import Text

THINGS = {  # what values are, and what they should be
    "nothing": "ничего",
    "a number": "число",
    "a whole number": "целое число",
    "a text": "текст",
    "a list": "список",
    "a mapping": "раздел",
    "a mapping (`key: value`)": "раздел (`ключ: значение`)",
    "a text, or {ru: ..., en: ...}": "текст или {ru: ..., en: ...}",
    "a colour ('#C9863A' or a name)": "цвет ('#C9863A' или имя)",
    "a prop": "предмет",
    "the ground": "пол",
    "a flow sequence": "в списке в скобках",
    "a flow mapping": "в разделе в скобках",
    "a block mapping": "в разделе",
    "a block collection": "в списке",
    "a robot": "робот",
    "a scene": "сцена",
    "a console": "пульт",
    "a script": "сценарий",
    "an exercise": "упражнение",
    "component": "компонента",
    "body": "тела",
    "joint": "шарнира",
    "link": "звена",
    "material": "материала",
    "camera": "камеры",
    "motor": "мотора",
    "zone": "зоны",
    "robot or prop": "робота или предмета",
    "signal": "сигнала",
    "control": "органа управления",
    "sensor": "датчика",
    "input": "входа",
    "parameter": "параметра",
    "block": "блока",
    "diagram": "диаграммы",
    "widget": "виджета",
    "annunciator": "табло",
    "group": "группы",
    "page": "страницы",
    "column": "столбца",
    "robot camera": "камеры робота",
    "robot or body": "робота или тела",
    "zone or body": "зоны или тела",
    "body that moves": "подвижного тела",
}
PARTS = {  # of which more is said in words of ours
    "the text {}": "текст {}",
    "a list of {} numbers": "список из {} чисел",
    "a list of {}": "список из {}",
    "one of {}": "одно из: {}",
}
SENTENCES = {
    # the text of a file
    "{} does not exist": "файла {} нет",
    "{} is not a file": "{} не файл",
    "{} is a link that leads nowhere, to {}": "{} ссылка, которая никуда не ведёт: на {}",
    "the file is larger than {} MiB": "файл больше {} МиБ",
    "not UTF-8 text": "это не текст UTF-8",
    "save the file as UTF-8": "сохраните файл в UTF-8",
    "{} stands here": "здесь стоит {}",
    "it looks like a blank and is none: type a blank": "похоже на пробел, но не он: нажмите пробел",
    "it cannot be seen: delete it": "этого знака не видно: удалите его",
    "the control character {} is not allowed": "управляющий знак {} недопустим",
    "not valid YAML: a colon is missing in this line": "не YAML: в строке нет двоеточия",
    "not valid YAML: a colon is missing in this line: write `key: value`": "не YAML: в строке нет "
    "двоеточия: пишите `ключ: значение`",
    "not valid YAML: a quote is opened here and not closed in this line": "не YAML: кавычка здесь "
    "открыта и в этой строке не закрыта",
    "not valid YAML: this line is indented, but line {} is not": "не YAML: у этой строки есть "
    "отступ, а у строки {} нет",
    "not valid YAML: did not find expected {} (while parsing {} that starts in line {})": "не "
    "YAML: здесь ждали {}, {} с начала в строке {}",
    "not valid YAML: did not find expected key (while parsing a block mapping that starts in line "
    "{}): its lines begin in column {}, but this one in {}, and the line above in {}": "не YAML: "
    "раздел начат в строке {}, его строки стоят в столбце {}, эта в {}, а та, что выше, в {}",
    "not valid YAML: found unexpected end of stream (while scanning a quoted scalar that starts in "
    "line {})": "не YAML: файл кончился, а кавычка, открытая в строке {}, не закрыта",
    "not valid YAML: found character that cannot start any token (while scanning for the next "
    "token that starts in line {})": "не YAML: с этого знака ничего не начинается (строка {})",
    "put a text that begins with {} in quotes": "текст, который начинается с {}, пишется в "
    "кавычках",
    "not valid YAML: mapping values are not allowed in this context": "не YAML: двоеточию здесь не "
    "место",
    "put a blank behind the colon in line {}": "после двоеточия в строке {} нужен пробел",
    "a quote or a bracket before it is one too many, or not closed": "выше есть лишняя или "
    "незакрытая кавычка или скобка",
    "a comma, a quote or the closing bracket is missing": "не хватает запятой, кавычки или скобки",
    "a mark of a merge that is not done: keep one side, and take its marks out": "знак "
    "незаконченного слияния: оставьте одну сторону и уберите знаки",
    "a tab in the indentation": "в отступе табуляция",
    "use spaces": "нужны пробелы",
    "the file is empty": "файл пуст",
    "the file must be a mapping (`key: value` lines) at its top level": "файл должен состоять из "
    "строк `ключ: значение`",
    "the key is already there in line {}": "этот ключ уже есть в строке {}",
    "a key may stand only once": "ключ может стоять только один раз",
    "merge keys (`<<`) are not supported": "слияния (`<<`) нет",
    "use `include`, or repeat the values": "пишите `include` или повторите значения",
    "nested deeper than {} levels": "вложено глубже {} уровней",
    "the alias *{} has no anchor &{} before it": "перед ссылкой *{} нет якоря &{}",
    "a second document (`---`) in the file": "в файле второй документ (`---`)",
    "{} is not a number that can be used": "{} не годится как число",
    "numbers must be finite": "числа должны быть конечными",
    "the number {} is too large": "число {} слишком велико",
    "a key must be a plain word": "ключ должен быть простым словом",
    "tags (`!...`) are not used": "метки (`!...`) не нужны",
    # files that name files
    "there is no file {}": "файла {} нет",
    "{} leads out of the project folder {}": "{} ведёт вон из папки проекта {}",
    "{} is an absolute path": "{} абсолютный путь",
    "{} is a network path": "{} сетевой путь",
    "use a path relative to this file": "пишите путь от этого файла",
    "files include each other in a ring: {}": "файлы включают друг друга по кругу: {}",
    "{} is included twice: at {}, too": "{} включён дважды: ещё и в {}",
    "take one of them out": "уберите одно из двух",
    "{} is not one of the kinds {}": "{} не из видов {}",
    "{} is {}, not {}": "{}: это {}, а не {}",
    # keys and values
    "unknown key": "неизвестный ключ",
    "unknown key without a value": "неизвестный ключ без значения",
    "a text with commas stands in quotes": "текст с запятыми пишется в кавычках",
    "also known here: {}": "здесь ещё бывают: {}",
    "known here: {}": "здесь бывают: {}",
    "put a colon and a blank behind {}": "после {} нужны двоеточие и пробел",
    "the key {} is missing": "не хватает ключа {}",
    "expected {} values, got {}": "нужно значений: {}, а здесь {}",
    "expected at least {} values, got {}": "нужно значений не меньше: {}, а здесь {}",
    "expected at most {} values, got {}": "нужно значений не больше: {}, а здесь {}",
    "expected {}, got {}": "нужно {}, а здесь {}",
    "must be at least {}, got {}": "должно быть не меньше {}, а здесь {}",
    "must be at most {}, got {}": "должно быть не больше {}, а здесь {}",
    "must be greater than {}, got {}": "должно быть больше {}, а здесь {}",
    "must be less than {}, got {}": "должно быть меньше {}, а здесь {}",
    "this value does not fit: {}": "это значение не подходит: {}",
    "write it in quotes": "пишите в кавычках",
    "write it without quotes": "пишите без кавычек",
    "write each as {}": "пишите каждое так: {}",
    "it belongs in {}: write {}": "его место в {}: пишите {}",
    "{} is in {}: write {}": "{} в {}: пишите {}",
    "write {}": "пишите {}",
    "give it a name: {}": "дайте имя: {}",
    "give each a name, {}, instead of the `-`": "дайте каждому имя, {}, вместо `-`",
    "a list of one has a `-` or brackets, too": "список из одного тоже с `-` или в скобках",
    "{} is a section of its own: begin its line in column 1": "{} отдельный раздел: начните его "
    "с первого столбца",
    "a decimal has a point, not a comma": "дробная часть отделяется точкой, а не запятой",
    "a decimal has a point, and a list brackets": "дробная часть отделяется точкой, а список "
    "пишется в скобках",
    "put commas between: {}": "между числами нужны запятые: {}",
    "nothing is calculated: write the number": "ничего не вычисляется: пишите число",
    "{} cannot be a name: use letters, digits and `_`, a letter first, at most 64": "{} не имя: "
    "нужны буквы, цифры и `_`, сначала буква, не больше 64",
    "one name, not several: write {}": "одно имя, а не несколько: пишите {}",
    "a number cannot carry its unit here": "единица пишется не у числа",
    "write it alone, in {}": "пишите одно число, в {}",
    "wrong unit: {} is in {}": "не та единица: {} в {}",
    "write {} in SI, or {}": "пишите {} в СИ или {}",
    "write {} in SI": "пишите {} в СИ",
    "{} is given twice: also in line {}, in another unit": "{} дано дважды: ещё в строке {}, "
    "в другой единице",
    "{} is given twice: also in line {}": "{} дано дважды: ещё в строке {}",
    "keep one": "оставьте одно",
    "unknown key, and {} is missing": "неизвестный ключ, а {} нет",
    "the text is too short": "текст слишком короткий",
    "the text is too long": "текст слишком длинный",
    # names
    "there is no {} {}": "{} {} нет",
    "there are: {}": "есть: {}",
    "it has: {}": "есть: {}",
    "the scene has no {} {}": "в сцене нет {} {}",
    "the robot has no {} {}": "у робота нет {} {}",
    "the exercise has no {} {}": "в упражнении нет {} {}",
    "the name {} is taken by {}": "имя {} уже занято ({})",
    "the name {} is taken": "имя {} уже занято",
    "give this one another `name`": "дайте другое `name`",
    "unknown signal {}": "неизвестный сигнал {}",
    "there is nothing called {} to drive": "приводить нечего: {} нет",
    "unknown block type {}": "неизвестный вид блока {}",
    "block type {} has no input {}": "у блока {} нет входа {}",
    "block type {} has no parameter {}": "у блока {} нет параметра {}",
    "block type {} needs the input {}": "блоку {} нужен вход {}",
    "the signal {} is already made in {}": "сигнал {} уже есть в {}",
    "{} is driven twice: by another line, maybe of another console": "{} приводится дважды: ещё "
    "одной строкой, может быть другого пульта",
    "nothing drives {}: name it under `outputs`": "ничем не приводится: {}; назовите под `outputs`",
    "what comes from outside has to be one of its inputs": "то, что приходит извне, должно быть "
    "его входом",
    "algebraic loop {}: put a unit_delay into it": "петля без задержки {}: вставьте unit_delay",
    "nothing reads {}": "никто не читает: {}",
    "{}: {} is above high {}": "{}: {} больше high {}",
    "key {} already works {}": "клавиша {} уже у {}",
    "{} already works {}": "{} уже работает для {}",
    # robots and scenes
    "no joint holds this link": "это звено не держит ни один шарнир",
    "the base is {}, and a robot has one base": "основание уже есть, {}, а оно у робота одно",
    "the motor drives nothing: give it a `joint`, or a repeater": "мотор ничего не вращает: дайте "
    "ему `joint` или повторитель",
    "a motor needs exactly one of {}": "мотору нужно ровно одно из: {}",
    "{} is {} turns": "{} это {} оборота",
    "the lower limit {} is above the upper one, {}": "нижний предел {} выше верхнего, {}",
    "the start {} is outside the joint's limit {}": "начало {} вне пределов шарнира {}",
    "for degrees write {}": "для градусов пишите {}",
    "a direction cannot be zero": "направление не может быть нулём",
    "it moves but has no mass: give it a shape, or `mass`, or `fixed: true`": "движется, но без "
    "массы: дайте форму, `mass` или `fixed: true`",
    "it moves but has no shape: unseen, it falls for ever": "движется, но без формы: невидимое, "
    "оно падает без конца",
    "give it a `shape`": "дайте `shape`",
    "give mass or density, not both": "дайте mass или density, но не обе",
    "a shape needs exactly one of {}": "форме нужно ровно одно из: {}",
    "it has {}": "есть {}",
    "a motor of type {} needs {}": "мотору вида {} нужно {}",
    "a motor of type {} does not use {}": "мотору вида {} не нужно {}",
    "a sensor of type {} needs {}": "датчику вида {} нужно {}",
    "a sensor of type {} does not use {}": "датчику вида {} не нужно {}",
    "{} starts {} inside the floor: raise {}": "{} начинает на {} в полу: поднимите {}",
    "{} starts some {} inside {}, and they push each other: move one of them": "{} начинает "
    "примерно на {} внутри {}, и они толкают друг друга: сдвиньте одно",
    "{} starts some {} inside the ground: raise or move it, or give `fixed: true`": "{} начинает "
    "примерно на {} в земле: поднимите, сдвиньте или дайте `fixed: true`",
}
FLAG = "true or false"  # as files have it, in one word
USED = re.compile(r"(.*) \(in the diagram (.+?), used as (.+?) in (.+?)\)", re.DOTALL)
MEANT = re.compile(r"(.*?) - did you mean (.+?)\?(.*)", re.DOTALL)


def tell(problem: Problem) -> Text:
    """Return what is wrong, and what the author may have meant."""
    return Text(ru=say(problem.told), en=problem.told)


def line(problem: Problem) -> Text:
    """Return `file:line:column: path: what is wrong [code]`."""
    path = f"{problem.path}: " if problem.path else ""
    place = f"{problem.file}:{problem.line}:{problem.column}"
    return Text(ru=f"{place}: {path}{say(problem.told)} [{problem.code}]", en=str(problem))


def say(message: str) -> str:
    """Return a message in Russian, as far as it is known; all in English where its head is not."""
    if used := USED.fullmatch(message):
        where = f"в диаграмме {used[2]}, как {used[3]} в {used[4]}"
        return f"{said} ({where})" if (said := say(used[1])) != used[1] else message
    if meant := MEANT.fullmatch(message):
        more = meant[3].replace(
            "(some Cyrillic letters look like Latin ones)", "(кириллица похожа на латиницу)"
        )
        said = say(meant[1])
        return message if said == meant[1] else f"{said} - не {meant[2]} ли?{more}"
    clauses = message.split("; ")
    for count in range(1, len(clauses) + 1):
        head = _translate("; ".join(clauses[:count]), SENTENCES)
        if head is not None:
            rest = (_translate(one, SENTENCES) or one for one in clauses[count:])
            return "; ".join([head, *rest])
    return message


def _translate(text: str, table: dict[str, str]) -> str | None:
    """Return a text by the first form of a table that it has; None where it has none."""
    if text in table:
        return table[text]
    for form, russian in _forms(tuple(table.items())):
        if found := form.fullmatch(text):
            return russian.format(*map(_part, found.groups()))
    return None


def _part(text: str) -> str:
    """Return a part of a sentence: a value, what it should be, or whatever it is."""
    pieces = text.replace(FLAG, "\0").split(" or ")
    kinds = [FLAG if one == "\0" else THINGS.get(one) for one in pieces]
    if any(kinds):
        return " или ".join(kind or one for kind, one in zip(kinds, pieces, strict=True))
    return _translate(text, PARTS) or text


@cache
def _forms(table: tuple[tuple[str, str], ...]) -> list[tuple[re.Pattern[str], str]]:
    """Return the patterns of a table's forms, and their Russian."""
    rows = [(form, russian) for form, russian in table if "{}" in form]
    return [
        (re.compile(re.escape(form).replace(r"\{\}", "(.+?)"), re.DOTALL), russian)
        for form, russian in rows
    ]
