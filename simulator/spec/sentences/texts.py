"""What is wrong with the text of files, with names of files, with keys and values."""

SENTENCES = {
    # the text of a file
    "{} does not exist": "файла {} нет",
    "{} is not a file": "{}: это не файл",
    "{} is a folder: name a file in it": "{} - папка: назовите файл в ней",
    "{} is a link that leads nowhere, to {}": "{} - ссылка, которая никуда не ведёт: на {}",
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
    "not valid YAML: did not find expected key (while parsing a block mapping that starts in line "
    "{}): its lines begin in column {}, but this one in {}, and the line above in {}": "не YAML: "
    "раздел начат в строке {}, его строки стоят в столбце {}, эта в {}, а та, что выше, в {}",
    "not valid YAML: did not find expected key (while parsing a block mapping that starts in line "
    "{}): its lines begin in column {}": "не YAML: раздел начат в строке {}, его строки стоят в "
    "столбце {}",
    "not valid YAML: did not find expected {} (while parsing {} that starts in line {})": "не "
    "YAML: здесь ожидается {} ({}, начало в строке {})",
    "not valid YAML: found unexpected end of stream (while scanning a quoted scalar that starts in "
    "line {})": "не YAML: файл кончился, а кавычка, открытая в строке {}, не закрыта",
    "not valid YAML: found character that cannot start any token (while scanning for the next "
    "token that starts in line {})": "не YAML: с этого знака ничего не начинается (строка {})",
    "put a text that begins with {} in quotes": "текст, который начинается с {}, пишется в "
    "кавычках",
    "not valid YAML: mapping values are not allowed in this context": "не YAML: двоеточию здесь не "
    "место",
    "put a blank behind the colon in line {}": "после двоеточия в строке {} нужен пробел",
    "not valid YAML: put a blank behind the colon in line {}": "не YAML: после двоеточия в строке "
    "{} нужен пробел",
    "not valid YAML: put a blank behind the colon": "не YAML: после двоеточия нужен пробел",
    "put a blank behind the colon, or the text in quotes": "поставьте пробел после двоеточия или "
    "возьмите текст в кавычки",
    "begin the line in the column of the one above, or put the text in quotes": "начните строку в "
    "том же столбце, что и строка выше, или возьмите текст в кавычки",
    "not valid YAML: this line begins in column {}, but those after it in {}": "не YAML: эта "
    "строка начинается в столбце {}, а следующие в {}",
    "not valid YAML: the bracket {} is not closed by {}": "не YAML: скобка {} не закрыта скобкой "
    "{}",
    "it may begin in a wrong column, or the line that begins a section may be missing above it": ""
    "может быть, она начата не с того столбца или над ней нет строки, которой начинается раздел",
    "a value or the closing bracket is missing": "не хватает значения или закрывающей скобки",
    "not valid YAML: what follows a blank and # is a comment: put it in quotes": "не YAML: после "
    "пробела и # идёт комментарий: возьмите текст в кавычки",
    "what follows a blank and # is a comment: put it in quotes": "после пробела и # идёт "
    "комментарий: возьмите текст в кавычки",
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
    "if something new begins here, a line with its name is missing above it": "если здесь "
    "начинается новое, то выше не хватает строки с его именем",
    "a new item begins with `- `": "новый элемент начинается с `- `",
    "merge keys (`<<`) are not supported": "слияние ключей (`<<`) не поддерживается",
    "use `include`, or repeat the values": "пишите `include` или повторите значения",
    "nested deeper than {} levels": "вложено глубже {} уровней",
    "the alias *{} has no anchor &{} before it": "перед ссылкой *{} нет якоря &{}",
    "a second document (`---`) in the file": "в файле второй документ (`---`)",
    "{} is not a number that can be used": "{} не годится как число",
    "numbers must be finite": "числа должны быть конечными",
    "the number {} is too large": "число {} слишком велико",
    "a key must be a plain word": "ключ должен быть простым словом",
    "a pair of braces is one too many": "одна пара фигурных скобок лишняя",
    "tags (`!...`) are not used": "метки (`!...`) не нужны",
    "this is XML, not YAML: {} makes a robot of a URDF, {} of an MJCF file": "это XML, а не YAML: "
    "{} делает робота из URDF, {} из файла MJCF",
    "not valid YAML: {} (while parsing {} that starts in line {}): its lines begin with `- `, but "
    "this one with none": "не YAML: {} ({}, начало в строке {}): его строки начинаются с `- `, а "
    "эта нет",
    "not valid YAML: {} (while parsing {} that starts in line {}): its lines begin with no `- `, "
    "but this one with one": "не YAML: {} ({}, начало в строке {}): в его строках нет `- `, а в "
    "этой есть",
    "not valid YAML: {} (while parsing {} that starts in line {}): its lines begin in column {}, "
    "but this one in {}, and the line above in {}": "не YAML: {} ({}, начало в строке {}): его "
    "строки стоят в столбце {}, эта в {}, а та, что выше, в {}",
    "not valid YAML: {} (while parsing {} that starts in line {}): its lines begin in column {}": ""
    "не YAML: {} ({}, начало в строке {}): его строки стоят в столбце {}",
    "`...` ends the file, and what follows it would be lost: take it out": "`...` кончает файл, и "
    "то, что дальше, пропало бы: уберите",
    "nested deeper than {} levels by the alias": "из-за ссылки вложено глубже {} уровней",
    "more than {} values": "значений больше {}",
    "more than {} aliases": "ссылок больше {}",
    "the alias *{} stands inside itself": "ссылка *{} стоит внутри себя самой",
    "the number is too large": "число слишком велико",
    "more than {} problems": "ошибок больше {}",
    "the rest is not listed": "остальные не показаны",
    "not a {} or {} file: none of its keys belongs to one": "это не файл вида {} или {}: нет ни "
    "одного ключа оттуда",
    "if it is a part of others (`include`), check those": "если это часть других (`include`), "
    "проверяйте их",
    "this is {}, no file to check": "это {}: проверять нечего",
    "not valid YAML: {} (while parsing {} that starts in line {}): {}": "не YAML: {} ({}, начало в "
    "строке {}): {}",
    "not valid YAML: {} (while scanning {} that starts in line {}): {}": "не YAML: {} ({}, начало "
    "в строке {}): {}",
    "not valid YAML: {} (while parsing {} that starts in line {})": "не YAML: {} ({}, начало в "
    "строке {})",
    "not valid YAML: {} (while scanning {} that starts in line {})": "не YAML: {} ({}, начало в "
    "строке {})",
    "not valid YAML: {}": "не YAML: {}",
    # files that name files
    "there is no file {}": "файла {} нет",
    "{} leads out of the project folder {}, which {} in it makes one": "{} ведёт вон из папки "
    "проекта {}: её делает такой {} внутри",
    "{} is a link that leads out of the project folder": "{} - ссылка, которая ведёт вон из папки "
    "проекта",
    "a picture's path must stay inside the output folder": "путь снимка не должен вести вон из "
    "папки результатов",
    "{} is a recording: {} opens it in the window, {} runs it again": "{} - запись: {} откроет её "
    "в окне, {} воспроизведёт",
    "{} is larger than {} MiB": "{} больше {} МиБ",
    "its name, or that of a folder above it, is not UTF-8": "имя файла или папки над ним - не "
    "UTF-8",
    "give it another": "дайте другое",
    "not a usable path": "такой путь не годится",
    "more than {} includes inside each other": "файлы включены друг в друга глубже {} раз",
    "the name is already used in {}": "это имя уже есть в {}",
    "export the model as .glb, which has everything inside, or as .stl": "сохраните модель как "
    ".glb, где всё внутри, или как .stl",
    "{} leads out of the project folder {}": "{} ведёт вон из папки проекта {}",
    "{} is an absolute path": "{} - абсолютный путь",
    "{} is a network path": "{} - сетевой путь",
    "use a path relative to this file": "пишите путь от этого файла",
    "files include each other in a ring: {}": "файлы включают друг друга по кругу: {}",
    "{} is included twice: at {}, too": "{} включён дважды: ещё и в {}",
    "take one of them out": "уберите одно из двух",
    "{} is not one of the kinds {}: {} makes a robot of a URDF, {} of an MJCF file": "{} не из "
    "видов {}: {} делает робота из URDF, {} из файла MJCF",
    "No such file or directory: {}": "файла или папки нет: {}",
    "{} cannot be read ({})": "{} не читается ({})",
    "{} is not one of the kinds {}": "{} не из видов {}",
    "this is {}, not {}": "это {}, а не {}",
    "{} is {}, not {}": "{}: это {}, а не {}",
    # keys and values
    "unknown key": "неизвестный ключ",
    "unknown key without a value": "неизвестный ключ без значения",
    "a text with commas stands in quotes": "текст с запятыми пишется в кавычках",
    "also known here: {}": "здесь ещё бывают: {}",
    "known here: {}": "здесь бывают: {}",
    "put a colon and a blank behind {}": "после {} нужны двоеточие и пробел",
    "the key {} is missing": "не хватает ключа {}",
    "the keys {} and {} are missing": "не хватает ключей {} и {}",
    "nothing stands behind {}": "после {} ничего нет",
    "give it a value, or leave it out": "задайте значение или уберите ключ",
    "this and what follows is of {}: put a line {} above it": "отсюда начинается {}: нужна строка "
    "{} выше",
    "this and what follows has no name: put a line {} above it": "у того, что здесь начинается, "
    "нет имени: нужна строка {} выше",
    "it belongs in {}: begin its line further in than that one": "его место в {}: начните строку "
    "правее, чем там",
    "its sign is {} and no minus: write {}": "его знак {} - не минус: пишите {}",
    "expected rows ({}), got {} without any": "ожидаются строки ({}), а здесь их нет: {}",
    "whatever the signal is, 0 would be shown": "что бы ни было в сигнале, показан был бы 0",
    "the trainee reads it: it cannot be empty": "это читает обучаемый: пусто быть не может",
    "{} is a share: write {}": "{} - доля: пишите {}",
    "expected at least {} values, got {}": "нужно значений не меньше: {}, а здесь {}",
    "expected at most {} values, got {}": "нужно значений не больше: {}, а здесь {}",
    "expected {} values, got {}": "нужно значений: {}, а здесь {}",
    "expected {}, got {}": "ожидается {}, а здесь {}",
    "{}: expected {}, got {}": "{}: ожидается {}, а здесь {}",
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
    "give it a name: {}": "дайте имя: {}",
    "give each a name, {}, instead of the `-`": "дайте каждому имя, {}, вместо `-`",
    "a list of one has a `-` or brackets, too": "список из одного тоже с `-` или в скобках",
    "{} is a section of its own: begin its line in column 1": "{} - отдельный раздел: начните его "
    "с первого столбца",
    "a decimal has a point, not a comma": "дробная часть отделяется точкой, а не запятой",
    "a decimal has a point, and a list brackets": "дробная часть отделяется точкой, а список "
    "пишется в скобках",
    "put commas between: {}": "между числами нужны запятые: {}",
    "nothing is calculated: write the number": "ничего не вычисляется: пишите число",
    "{} cannot be a name: use letters, digits and `_`, a letter first, at most 64": "{} - не имя: "
    "нужны буквы, цифры и `_`, сначала буква, не больше 64",
    "one name, not several: write {}": "одно имя, а не несколько: пишите {}",
    "a number cannot carry its unit here": "единица пишется у ключа, а не у числа",
    "write it alone, in {}": "пишите одно число, в {}",
    "wrong unit: {} is without a unit": "не та единица: {} без единицы",
    "wrong unit: {} of a tilt": "не та единица: {} наклона",
    "wrong unit: {} of a push": "не та единица: {} толчка",
    "wrong unit: {} of a metric": "не та единица: {} измерения",
    "{} is in {} already": "{} уже в {}",
    "the unit goes to the key: {}": "единица пишется у ключа: {}",
    "this parameter is given twice, in two units": "параметр задан дважды, в двух единицах",
    "wrong unit: {} is in {}": "не та единица: {} в {}",
    "write {}, in the unit in which the metric is shown": "пишите {} в той единице, в которой "
    "измерение показано",
    "write {}, in N": "пишите {} в N",
    "write {} in SI, or {}": "пишите {} в СИ или {}",
    "write {} in SI": "пишите {} в СИ",
    "write {}": "пишите {}",
    "use {}, or {} in {}": "пишите {} или {} в {}",
    "wrong unit: {} is not a number and takes no unit": "не та единица: {} - не число, единицы нет",
    "wrong unit: {} has no unit": "не та единица: у {} нет единицы",
    "wrong unit: {} on a {} joint": "не та единица: {} у шарнира {}",
    "{} stands alone": "{} стоит отдельно",
    "{} is two numbers here: a decimal has a point, and two numbers a blank behind the comma "
    "between them": "{} здесь два числа: дробная часть отделяется точкой, а за запятой между двумя "
    "числами пробел",
    "{} is given twice: also as {}": "{} дано дважды: ещё как {}",
    "{} is given twice: also in line {}, in another unit": "{} дано дважды: ещё в строке {}, в "
    "другой единице",
    "{} is given twice: also in line {}": "{} дано дважды: ещё в строке {}",
    "keep one": "оставьте одно",
    "unknown key, and {} is missing": "неизвестный ключ, а {} нет",
    "the text is too short": "текст слишком короткий",
    "the text is too long": "текст слишком длинный",
}
