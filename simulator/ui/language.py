"""Russian and English: the program's own texts and the way numbers are written."""

from simulator.spec.fields import Text

LANGUAGES = ("ru", "en")


def _pair(ru: str, en: str) -> Text:
    return Text(ru=ru, en=en)


TEXTS = {
    "stop": _pair("СТОП", "STOP"),
    "fault": _pair("ОТКАЗ", "FAULT"),
    "locked": _pair("закрыто", "locked"),
    "no_signal": _pair("нет сигнала", "no signal"),
    "scene": _pair("Сцена", "Scene"),
    "training": _pair("Обучение", "Training"),
    "exercises": _pair("Упражнения…", "Exercises…"),
    "hint": _pair("Подсказка", "Hint"),
    "devices": _pair("Устройства", "Devices"),
    "no_devices": _pair("Геймпада нет: подключите его", "No gamepad: plug one in"),
    "calibrate": _pair("Настроить…", "Calibrate…"),
    "use_device": _pair("Работает с пультом", "Works the console"),
    "not_calibrated": _pair("без настройки", "not calibrated"),
    "view": _pair("Вид", "View"),
    "diagram": _pair("Диаграмма", "Diagram"),
    "consoles": _pair("Пульты", "Consoles"),
    "run": _pair("Ход", "Run"),
    "quit": _pair("Выход", "Quit"),
    "camera": _pair("Камера", "Camera"),
    "free": _pair("Свободная", "Free"),
    "follow": _pair("Следящая", "Follow"),
    "inset": _pair("Врезка", "Inset"),
    "none": _pair("Нет", "None"),
    "debug": _pair("Отладка", "Debug"),
    "joints": _pair("Шарниры", "Joints"),
    "contacts": _pair("Контакты", "Contacts"),
    "frames": _pair("Оси", "Frames"),
    "balance": _pair("Равновесие", "Balance"),
    "quality": _pair("Качество", "Quality"),
    "low": _pair("Низкое", "Low"),
    "medium": _pair("Среднее", "Medium"),
    "high": _pair("Высокое", "High"),
    "scale": _pair("Масштаб", "Scale"),
    "pause": _pair("Пауза", "Pause"),
    "resume": _pair("Продолжить", "Resume"),
    "step": _pair("Один шаг", "Single step"),
    "reset": _pair("Сначала", "Reset"),
    "record": _pair("Начать запись", "Start recording"),
    "record_stop": _pair("Закончить запись", "Stop recording"),
    "recording": _pair("ЗАПИСЬ", "REC"),
    "running": _pair("ИДЁТ", "RUNNING"),
    "paused": _pair("ПАУЗА", "PAUSED"),
    "stopped": _pair("СТОИТ", "STOPPED"),
    "frozen": _pair("ЗАМЕРЛО", "FROZEN"),
    "loading": _pair("ЗАГРУЗКА", "LOADING"),
    "empty": _pair("ПУСТО", "EMPTY"),
    "failed": _pair("СБОЙ", "FAILED"),
    "replay": _pair("ПОВТОР", "REPLAY"),
    "real_time": _pair("Реальное время", "Real time"),
    "step_time": _pair("Шаг", "Step"),
    "overruns": _pair("Просрочки", "Overruns"),
    "fps": _pair("Кадр/с", "FPS"),
    "latency": _pair("Задержка", "Latency"),
    "ms": _pair("мс", "ms"),
    "dose_rate": _pair("{} мЗв/ч", "{} mSv/h"),
    "stage": _pair("Этап {} из {}", "Stage {} of {}"),
    "error_title": _pair("Файл не загружен", "File not loaded"),
    "errors": _pair("Ошибок: {}. Прежняя сцена остаётся.", "Errors: {}. The last scene stays."),
    "error_chip": _pair("Ошибок в файлах: {}", "Errors in files: {}"),
    "open_file": _pair("Открыть файл", "Open file"),
    "copy": _pair("Копировать", "Copy"),
    "close": _pair("Закрыть", "Close"),
    "save_again": _pair("Сохраните файл, и он загрузится.", "Save the file to load it again."),
    "esc_hides": _pair("Esc — скрыть", "Esc hides"),
}  # fmt: skip


def say(key: str, language: str) -> str:
    """Return one of the program's own texts; an unknown key is a programming error."""
    return TEXTS[key].in_language(language)


def number(value: float, decimals: int, language: str, sign: bool = False) -> str:
    """Return a number with fixed decimals, a true minus and the language's decimal mark."""
    text = f"{value:+.{decimals}f}" if sign else f"{value:.{decimals}f}"
    if not any(one in "123456789" for one in text):
        text = text.lstrip("+-")
    text = text.replace("-", "\u2212")
    return text.replace(".", ",") if language == "ru" else text
