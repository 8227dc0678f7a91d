"""What the pages of exercises say, in Russian and English."""

from simulator.spec.fields import Text

TEXTS = {
    "exercises": Text(ru="Упражнения", en="Exercises"),
    "choose": Text(
        ru="Выберите упражнение: мышью или стрелками и Enter",
        en="Choose an exercise: by the pointer, or with the arrows and Enter",
    ),
    "no_exercises": Text(
        ru="У этой сцены нет упражнений: это файлы в папке exercises рядом с ней",
        en="This scene has no exercises: they are files in a folder exercises beside it",
    ),
    "level": Text(ru="Уровень {}", en="Level {}"),
    "best": Text(ru="Лучшая оценка", en="Best mark"),
    "none_yet": Text(ru="ещё не пройдено", en="not passed yet"),
    "passed_mark": Text(ru="зачтено", en="passed"),
    "start": Text(ru="Начать", en="Start"),
    "back": Text(ru="К списку", en="Exercises"),
    "free": Text(ru="Свободная езда", en="Free drive"),
    "retry": Text(ru="Ещё раз", en="Retry"),
    "next": Text(ru="Дальше", en="Next"),
    "debrief": Text(ru="Разбор", en="Debrief"),
    "stages": Text(ru="Этапы", en="Stages"),
    "measured": Text(ru="Показатели и зачётные пределы", en="Measures against the pass band"),
    "passed": Text(ru="Зачтено", en="Passed"),
    "failed": Text(ru="Не зачтено", en="Not passed"),
    "void": Text(ru="Не в счёт", en="Void"),
    "mark": Text(ru="Оценка", en="Mark"),
    "of": Text(ru="{} из {} показателей вне предела", en="{} of {} measures failed"),
    "time_out": Text(ru="Время вышло", en="The time is up"),
    "unfinished": Text(ru="Попытка прервана", en="The attempt was broken off"),
    "diverged": Text(ru="Расчёт остановлен", en="The simulation stopped"),
    "all_kept": Text(ru="Все показатели в пределах", en="Every measure is in its band"),
    "hint": Text(ru="Подсказка", en="Hint"),
    "broken_off": Text(ru="Последняя попытка оборвалась", en="The last attempt was broken off"),
    "broken_at": Text(ru="{} — на {}", en="{} at {}"),
    "broken_why": Text(
        ru="Программа закрылась до конца попытки. Всё до этой секунды записано.",
        en="The program ended before the attempt did. All up to that second is recorded.",
    ),
    "broken_exam": Text(
        ru="Экзамен остаётся прерванным: продолженный экзаменом не считается.",
        en="The exam stays broken off: one that is gone on with does not count as one.",
    ),
    "take_up": Text(ru="Продолжить", en="Go on"),
    "let_be": Text(ru="Не нужно", en="Let it be"),
    "keys_broken": Text(ru="Enter — продолжить    Esc — нет", en="Enter goes on    Esc: no"),
    "break_it_off": Text(ru="Прервать попытку?", en="Break the attempt off?"),
    "counts_failed": Text(ru="Она не будет зачтена.", en="It will count as not passed."),
    "exam_goes_on": Text(ru="Экзамен тем временем идёт.", en="The exam goes on meanwhile."),
    "drive_on": Text(ru="Ехать дальше", en="Drive on"),
    "break_off": Text(ru="Прервать", en="Break off"),
    "keys_leaving": Text(ru="Esc — дальше    B — прервать", en="Esc drives on    B breaks off"),
    "led_here": Text(ru="Записанное проходится заново", en="Going through what led here"),
    "get_ready": Text(ru="Приготовьтесь", en="Get ready"),
    "keys_brief": Text(ru="Enter — начать    Esc — к списку", en="Enter starts    Esc: exercises"),
    "key_retry": Text(ru="R — ещё раз", en="R retry"),
    "key_next": Text(ru="N — дальше", en="N next"),
    "key_debrief": Text(ru="D — разбор", en="D debrief"),
    "key_free": Text(ru="F — свободная езда", en="F free drive"),
    "exam": Text(ru="ЭКЗАМЕН", en="EXAM"),
    "repeat": Text(ru="Зачёт: {} из {} попыток", en="To pass: {} of {} attempts"),
    "take_over": Text(ru="Взять управление", en="Take over from here"),
    "speed_keys": Text(
        ru="Скорость просмотра: щелчок или Вверх — быстрее, Вниз — медленнее",
        en="How fast it plays: a click or Up is faster, Down slower",
    ),
    "bookmark": Text(ru="Закладка", en="Bookmark"),
    "otherwise_files": Text(
        ru="С {} не то, что записано: файлы с тех пор изменены",
        en="From {} on not what was recorded: its files have changed since",
    ),
    "otherwise_program": Text(
        ru="С {} не то, что записано: запись сделана другой версией программы",
        en="From {} on not what was recorded: another version of the program made it",
    ),
    "otherwise_record": Text(
        ru="С {} не то, что записано: ввод или состояние изменены",
        en="From {} on not what was recorded: input or state was changed",
    ),
    "expert_otherwise": Text(
        ru="Запись эксперта теперь идёт иначе и не показана",
        en="The expert's recording moves otherwise by now and is not shown",
    ),
    "plots": Text(ru="Графики", en="Plots"),
    "leave": Text(ru="К сцене", en="Leave"),
    "keep": Text(ru="Записать", en="Keep"),
    "expert": Text(ru="эксперт", en="expert"),
    "trainee": Text(ru="обучаемый", en="trainee"),
    "limit": Text(ru="предел", en="limit"),
    "speed": Text(ru="Скорость, м/с", en="Speed, m/s"),
    "force": Text(ru="Сила удара, Н", en="Contact force, N"),
    "levers": Text(ru="Рычаги", en="Levers"),
    "deviation": Text(ru="Отклонение от эксперта, м", en="Off the expert's way, m"),
    "no_pause": Text(ru="Экзамен идёт без пауз", en="An exam has no pauses"),
    "counts_down": Text(ru="Отсчёт идёт без пауз", en="A countdown has no pauses"),
    "is_read": Text(
        ru="Пока это читается, всё стоит",
        en="Everything stands while this is read",
    ),
    "no_record": Text(
        ru="Пока показывается запись, новая не ведётся",
        en="Nothing is recorded while a recording is played",
    ),
    "is_recorded": Text(
        ru="Попытка записывается сама, от начала до конца",
        en="An attempt is recorded by itself, from its beginning to its end",
    ),
    "counts": Text(ru="Экзамен засчитывается как попытка", en="This counts as an exam"),
    "counts_not": Text(ru="Не считается экзаменом", en="This does not count as an exam"),
}


def say(key: str, language: str) -> str:
    """Return a text; an unknown key is a programming error."""
    return TEXTS[key].in_language(language)
