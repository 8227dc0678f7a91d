"""What is wrong with consoles, scripts, exercises, variations, faults and boards."""

SENTENCES = {
    "its names were not checked, for no scene or exercise is called {}": "имена не проверены: нет "
    "сцены или упражнения с именем {}",
    "{} checks them": "их проверит {}",
    "its names were not checked, for {} has mistakes: see {}": "имена не проверены: в {} ошибки; "
    "их покажет {}",
    # consoles
    "the range must rise: {} is not below {}": "диапазон должен расти: {} не меньше {}",
    "the zone leaves the range {} of the {}": "зона выходит из диапазона {} у {}",
    "give its `range`": "задайте `range`",
    "a {} needs at least 2 positions": "{}: нужно не меньше 2 положений",
    "a {} has no positions": "{}: положений не бывает",
    "only a lever with {} has a thumb button": "кнопка под палец есть только у рычага с {}",
    "a lever with two axes has no detents": "у рычага с двумя осями нет фиксаций",
    "a {} has one axis": "{}: ось одна",
    "only a lever has two": "две бывают только у рычага",
    "a {} has no rest": "{}: rest не бывает",
    "only a lever has": "он есть только у рычага",
    "an {} has no zones": "{}: зон не бывает",
    "a {} has no zones": "{}: зон не бывает",
    "an {} has no {}": "{}: {} не бывает",
    "a camera has no zones": "у камеры зон не бывает",
    "a camera has no {}": "у камеры не бывает {}",
    "a {} has no {}": "{}: {} не бывает",
    "a {} does": "бывает у: {}",
    "an {} does": "бывает у: {}",
    "a camera needs its {}": "камере нужно {}",
    "a {} needs its {}": "{}: нужно {}",
    "the detent {} is outside the range {}": "фиксация {} вне диапазона {}",
    "a {} of one axis starts at one number": "{}: с одной осью начало - одно число",
    "the {} {} is not one of the values {} to {}": "{} {} - не из значений от {} до {}",
    "a lever takes 1 or 2 keys, not {}": "рычагу нужны 1 или 2 клавиши, а не {}",
    "it lies over {}, whose place is {}": "лежит поверх {}, место которого {}",
    # scripts
    "{} cannot be pressed": "{} нельзя нажать",
    "{} cannot be moved little by little": "{} нельзя двигать понемногу",
    "`set` gives it a value": "значение ему даёт `set`",
    "{} cannot be pressed: a lever, slider or knob has a value, see {}": "{} нельзя нажать: у "
    "рычага, ползунка и ручки есть значение, см. {}",
    "the lever never moves: it is deflected by `gain` times the way that is left": "рычаг не "
    "сдвинется: его отклоняют на оставшийся путь, умноженный на `gain`",
    "a condition needs {} or {}": "условию нужно {} или {}",
    # exercises
    "nothing is above {} and below {}: it never holds": "больше {} и меньше {} сразу не бывает: "
    "это условие никогда не выполнится",
    "{} is {} to {}, never above {}": "{} бывает от {} до {} и никогда не больше {}",
    "{} is {} to {}, never below {}": "{} бывает от {} до {} и никогда не меньше {}",
    "{} is {} to {}, always above {}": "{} бывает от {} до {} и всегда больше {}",
    "{} is {} to {}, always below {}": "{} бывает от {} до {} и всегда меньше {}",
    "{} is {} at least, never above {}": "{} не меньше {} и никогда не больше {}",
    "{} is {} at least, never below {}": "{} не меньше {} и никогда не меньше {}",
    "{} is {} at least, always above {}": "{} не меньше {}, то есть всегда больше {}",
    "{} is {} at least, always below {}": "{} не меньше {} и всегда меньше {}",
    "{} is not in `handles`, what the robot may carry: add it there": "{} нет в `handles` - том, "
    "что роботу можно нести: добавьте",
    "the attempt ends after {} s: it never holds": "попытка кончится через {} с: это условие "
    "никогда не выполнится",
    "the stage ends after {} s: it never holds": "этап кончится через {} с: это условие никогда не "
    "выполнится",
    "the attempt ends after {} s (`seconds`), before this": "попытка кончится через {} с "
    "(`seconds`), раньше этого",
    "a zone is a box or a cylinder: give exactly one of {}": "зона - коробка или цилиндр: задайте "
    "ровно одно из: {}",
    "more passes are asked for than attempts count": "зачётов нужно больше, чем считается попыток",
    "an aid that is whole at level {} cannot be gone at {}": "подсказка, которая на уровне {} "
    "видна целиком, не может исчезнуть на {}",
    "an exam has no hints": "на экзамене нет подсказок (hints)",
    "an exam has no aids": "на экзамене нет вспомогательных средств (aids)",
    "there are two {} named {}": "в {} два с именем {}",
    "{} is {} at most: nobody would pass": "{} не больше {}: не сдал бы никто",
    "{} is {} at least: nobody would pass": "{} не меньше {}: не сдал бы никто",
    "{} is {} at most: nobody would reach it": "{} не больше {}: этого не достиг бы никто",
    "{} is {} at least: nobody would reach it": "{} не меньше {}: этого не достиг бы никто",
    "more {} is better: give `min`, from where it passes, instead of `max`": "чем больше {}, тем "
    "лучше: вместо `max` задайте `min`, с которого зачёт",
    "less {} is better: give `max`, up to where it passes, instead of `min`": "чем меньше {}, тем "
    "лучше: вместо `min` задайте `max`, до которого зачёт",
    "the band is upside down": "границы перевёрнуты",
    "{} would give full points, but does not pass: it is outside the band": "{} дало бы полный "
    "балл, но это не зачёт: вне границ",
    "{} counts where there is a band: give {}, too, or leave it out until {} has found one": "{} "
    "имеет смысл, когда есть границы: задайте и {} или уберите, пока их не нашла {}",
    # variations
    "a draw is exactly one of {}": "розыгрыш - ровно одно из: {}",
    "there is nothing to choose from": "выбирать не из чего",
    "the range is upside down": "диапазон перевёрнут",
    "the deviation is negative": "отклонение отрицательно",
    "only {} is possible here": "здесь возможно только {}",
    "the exercise has a fault {} of its own": "в упражнении уже есть отказ {}",
    # faults
    "a lever that is {} does not use {}": "для рычага с отказом {} не нужно {}",
    "a lamp that is {} does not use {}": "для лампы с отказом {} не нужно {}",
    "a gauge that is {} does not use {}": "для прибора с отказом {} не нужно {}",
    "a {} that is {} does not use {}": "для {} с отказом {} не нужно {}",
    "the amount {} is not a share, 0 to 1": "amount {} - не доля от 0 до 1",
    "a sensor cannot be {}: It has no moving part that could jam": "у датчика не бывает {}: нечему "
    "заклинить",
    "a lamp cannot be {}: It has no moving part that could jam": "у лампы не бывает {}: нечему "
    "заклинить",
    "a camera cannot be {}: It has no moving part that could jam": "у камеры не бывает {}: нечему "
    "заклинить",
    "a battery cannot be {}: It has no moving part that could jam": "у батареи не бывает {}: "
    "нечему заклинить",
    "`stuck` holds it.": "удержит `stuck`.",
    "a brake cannot be {}: It is switched": "у тормоза не бывает {}: работает или нет",
    "a suction cannot be {}: It is switched": "у присоски не бывает {}: работает или нет",
    "a little more or less does not matter to it.": "чуть больше или меньше - всё равно.",
    "a lever cannot be {}: The hand is stronger": "у рычага не бывает {}: рука сильнее",
    "a button cannot be {}: The hand is stronger": "у кнопки не бывает {}: рука сильнее",
    "its signal can be `stuck`.": "застыть (`stuck`) может сигнал.",
    "a button cannot be {}: It is in one place or the other": "у кнопки не бывает {}: положений "
    "только два",
    "`intermittent` makes it unreliable.": "ненадёжной её делает `intermittent`.",
    "a button cannot be {}: A switch is in no place between two": "у кнопки не бывает {}: между "
    "двумя положениями ничего нет",
    "`delayed` makes it late.": "запаздывать её заставит `delayed`.",
    "a lamp cannot be {}: It is on or off": "у лампы не бывает {}: она горит или нет",
    "`intermittent` makes it flicker.": "мигать её заставит `intermittent`.",
    "a lamp cannot be {}: It lights at once": "у лампы не бывает {}: загорается сразу",
    "a gauge cannot be {}: Its needle is moved by a signal": "у прибора не бывает {}: стрелку "
    "двигает сигнал",
    "a camera cannot be {}: A picture has no zero that could shift.": "у камеры не бывает {}: у "
    "картинки нет нуля, который сместился бы.",
    "a camera cannot be {}: A picture has no sign.": "у камеры не бывает {}: у картинки нет знака.",
    "a battery cannot be {}: A voltage that stays is that of a healthy battery.": "у батареи не "
    "бывает {}: постоянное напряжение - у исправной.",
    "a battery cannot be {}: Nothing asks it for another voltage": "у батареи не бывает {}: "
    "другого напряжения у неё не просят",
    "`bias` makes it weak.": "слабой её делает `bias`.",
    "a battery cannot be {}: The machine's fuse would blow: that is `off`.": "у батареи не бывает "
    "{}: сгорел бы предохранитель, а это `off`.",
    "a track cannot be {}: It stays on its wheels": "у гусеницы не бывает {}: она остаётся на "
    "колёсах",
    "a wheel cannot be {}: It stays on its axle": "у колеса не бывает {}: оно остаётся на оси",
    "`jammed` stops it.": "остановит `jammed`.",
    "a track cannot be {}: It has no input that could be held": "у гусеницы не бывает {}: нет "
    "входа, который можно удержать",
    "a wheel cannot be {}: It has no input that could be held": "у колеса не бывает {}: нет входа, "
    "который можно удержать",
    "a track cannot be {}: It has no signal": "у гусеницы не бывает {}: нет сигнала",
    "a wheel cannot be {}: It has no signal": "у колеса не бывает {}: нет сигнала",
    "`bias` is drag.": "`bias` - это торможение.",
    "a track cannot be {}: It is not driven by itself": "у гусеницы не бывает {}: вращается не "
    "само",
    "a wheel cannot be {}: It is not driven by itself": "у колеса не бывает {}: вращается не само",
    "its motor is.": "вращает мотор.",
    "a gripper cannot be {}: Its signals are those of motors and sensors": "у схвата не бывает {}: "
    "его сигналы - у моторов и датчиков",
    "give the fault to one of them.": "дайте отказ одному из них.",
    "a link cannot be {}: A packet arrives as it was sent or not at all.": "у канала связи не "
    "бывает {}: пакет приходит как послан или не приходит.",
    "a link cannot be {}: It has no moving part": "у канала связи не бывает {}: движущихся частей "
    "нет",
    "what a jammer does is `noise` or `off`.": "глушилка - это `noise` или `off`.",
    # boards
    "a board has exactly one of serial, modbus, osc": "у платы ровно одно из: serial, modbus, osc",
    "this one has none": "а здесь ничего",
    "this one has {}": "а здесь {}",
    "{} is already worked by the board {}": "{} уже у платы {}",
    "{} is already the port of the board {}": "{} - уже порт платы {}",
    "{} already shows {}": "{} уже показывает {}",
    "{} is no channel of {}: {}": "{} - не канал {}: {}",
    "both ends of the range are the same: the channel could say nothing": "оба конца диапазона "
    "равны: канал ничего не сказал бы",
    "the rest {} is not between {} and {}": "rest {} не между {} и {}",
    "{} is no control: it is of the type {}": "{} - не орган управления, а {}",
    "{} is no single control: name one of {}": "{} - не один орган управления: назовите одно из: "
    "{}",
    "{} is of the type {}": "{} - это {}",
    "boards show {}": "платы показывают {}",
    # of anything
    "a {} needs {}": "для {} нужно {}",
    "{} needs {}": "для {} нужно {}",
    "{} does not use {}": "для {} не нужно {}",
}
