"""What the editor of desks says, in Russian and English."""

from simulator.spec.fields import Text
from simulator.ui.texts.phrases import pair

TEXTS = {
    "edit_desk": pair("Правка пульта", "Edit the desk"),
    "edit": pair("Правка", "Edit"),
    "test": pair("Проба", "Test"),
    "taking": pair("Пульт обновляется…", "Taking the desk over…"),
    "undo": pair("Отменить", "Undo"),
    "redo": pair("Вернуть", "Redo"),
    "save": pair("Сохранить", "Save"),
    "saved": pair("Сохранено", "Saved"),
    "close": pair("Закрыть", "Close"),
    "diagram": pair("Диаграмма", "Diagram"),
    "left": pair("По левому краю", "Align left"),
    "centre": pair("По оси", "Align centres"),
    "right": pair("По правому краю", "Align right"),
    "top": pair("По верхнему краю", "Align top"),
    "middle": pair("По середине", "Align middles"),
    "bottom": pair("По нижнему краю", "Align bottom"),
    "across": pair("Поровну по ширине", "Equal gaps across"),
    "down": pair("Поровну по высоте", "Equal gaps down"),
    "group": pair("На новую карточку (Ctrl+G)", "To a card of its own (Ctrl+G)"),
    "arrange": pair("Автораскладка", "Automatic layout"),
    "natural": pair("Обычный размер", "Natural size"),
    "widgets": pair("Элементы", "Widgets"),
    "signals": pair("Сигналы", "Signals"),
    "cards": pair("Карточки", "Cards"),
    "search": pair("Поиск", "Search"),
    "drag_widget": pair("Щёлкните или перетащите", "Click, or drag onto the desk"),
    "empty": pair("Пульт пуст: перетащите сюда элемент", "The desk is empty: drag a widget here"),
    "drag_signal": pair("Перетащите на прибор", "Drag onto an indicator"),
    "properties": pair("Свойства", "Properties"),
    "chosen": pair("Выбрано: {}", "{} chosen"),
    "nothing": pair(
        "Щёлкните элемент или заголовок карточки. Рамкой или с Shift выбирают несколько.",
        "Click a widget or a card's title. A frame, or Shift, chooses several.",
    ),
    "name": pair("Имя", "Name"),
    "place": pair("Место, px", "Place, px"),
    "size": pair("Размер, px", "Size, px"),
    "bound": pair("Сигнал", "Signal"),
    "light": pair("Подсветка", "Light"),
    "all": pair("все табло", "all annunciators"),
    "unbound": pair("нет: перетащите сигнал", "none: drag a signal here"),
    "read_by": pair("Читают", "Read by"),
    "nobody": pair("никто: проведите провод в диаграмме", "nobody: draw a wire in the diagram"),
    "show_diagram": pair("Показать в диаграмме", "Show in the diagram"),
    "written_in": pair("Записано в", "Written in"),
    "names_below": pair("названо ещё в файлах: {}, см. ниже", "named in other files: {}, below"),
    "named_in": pair(
        "Названо в упражнениях и сценариях (новое имя там не пишется)",
        "Named by exercises and scripts (a new name is not written there)",
    ),
    "mixed": pair("разные", "mixed"),
    "remove": pair("Удалить", "Remove"),
    "duplicate": pair("Копия", "Duplicate"),
    "default": pair("по умолчанию", "default"),
    "in_file": pair("правится в файле", "edited in the file"),
    "add": pair("Добавить", "Add"),
    "clear": pair("Очистить", "Clear"),
    "assign": pair("Назначить…", "Assign…"),
    "cancel": pair("Esc — отмена", "Esc cancels"),
    "press": pair("Нажмите…", "Press…"),
    "less": pair("Нажмите для «меньше»", "Press for less"),
    "more": pair("Нажмите для «больше»", "Press for more"),
    "back": pair("Нажмите для «назад»", "Press for back"),
    "on": pair("Нажмите для «вперёд»", "Press for on"),
    "to_left": pair("Нажмите для «влево»", "Press for left"),
    "to_right": pair("Нажмите для «вправо»", "Press for right"),
    "to_down": pair("Нажмите для «вниз»", "Press for down"),
    "to_up": pair("Нажмите для «вверх»", "Press for up"),
    "thumb": pair("Нажмите для кнопки", "Press for the button"),
    "pad_press": pair("Нажмите кнопку геймпада", "Press a gamepad button"),
    "pad_more": pair("Отклоните ось на «больше»", "Move the axis towards more"),
    "pad_to_right": pair("Отклоните ось вправо", "Move the axis right"),
    "pad_to_up": pair("Отклоните ось вверх", "Move the axis up"),
    "pad_thumb": pair("Нажмите кнопку под пальцем", "Press the thumb button"),
    "no_pad": pair("Геймпада нет: подключите его", "No gamepad: plug one in"),
    "key_taken": pair("{} уже работает: {}", "{} already works {}"),
    "key_reserved": pair("{} занята программой", "{} belongs to the program"),
    "key_unknown": pair("Клавиша {} неизвестна", "Unknown key {}"),
    "key_twice": pair("{} уже выбрана", "{} is chosen already"),
    "card": pair("Карточка", "Card"),
    "no_card": pair("без карточки", "no card"),
    "page": pair("Страница", "Page"),
    "every_page": pair("на всех", "every page"),
    "add_card": pair("Новая карточка", "New card"),
    "add_page": pair("Новая страница", "New page"),
    "title": pair("Заголовок", "Title"),
    "columns": pair("Столбцов", "Columns"),
    "background": pair("Фон", "Background"),
    "none": pair("нет", "none"),
    "window": pair("В отдельном окне", "In a window of its own"),
    "earlier": pair("Левее", "Earlier"),
    "later": pair("Правее", "Later"),
    "mistakes": pair("Ошибок: {}. Пульт не обновлён.", "Mistakes: {}. The desk is not taken over."),
    "locked": pair("Правка закрыта: идёт упражнение", "No editing in an exercise"),
    "played": pair("Правка закрыта: идёт показ записи", "No editing while a recording is played"),
    "level": pair("Уровень", "Level"),
}  # fmt: skip
KEYS = {  # of a widget
    "label": pair("Подпись", "Label"),
    "group": pair("Карточка", "Card"),
    "axes": pair("Осей", "Axes"),
    "button": pair("Кнопка под пальцем", "Thumb button"),
    "detents": pair("Защёлки", "Detents"),
    "range": pair("Шкала от, до", "Range from, to"),
    "start": pair("В начале", "At the start"),
    "spring_return": pair("С возвратом", "Springs back"),
    "positions": pair("Положения", "Positions"),
    "guarded": pair("Под крышкой", "Under a cover"),
    "kind": pair("Род", "Kind"),
    "blink": pair("Мигает", "Blinks"),
    "colour": pair("Цвет", "Colour"),
    "unit": pair("Единица", "Unit"),
    "decimals": pair("Знаков после запятой", "Decimals"),
    "scale": pair("Показ = × сигнал", "Shown = × signal"),
    "zones": pair("Зоны", "Zones"),
    "keys": pair("Клавиши", "Keys"),
    "gamepad": pair("Геймпад", "Gamepad"),
    "rate": pair("Скорость, 1/с", "Rate, 1/s"),
    "text": pair("Надпись", "Text"),
    "texts": pair("Слова вместо числа", "Words for numbers"),
    "traces": pair("Линии", "Traces"),
    "span": pair("Длительность, с", "Span, s"),
    "camera": pair("Камера", "Camera"),
    "countdown": pair("Отсчёт от, с", "Countdown from, s"),
    "latch": pair("Держится до квитирования", "Latched"),
    "acknowledges": pair("Квитирует", "Acknowledges"),
    "dead_zone": pair("Мёртвая зона", "Dead zone"),
    "curve": pair("Кривая: степень", "Curve: power"),
    "lamp_test": pair("Проверка ламп", "Lamp test"),
}  # fmt: skip
WORDS = {
    "normal": pair("норма", "normal"),
    "advisory": pair("сообщение", "advisory"),
    "caution": pair("внимание", "caution"),
    "warning": pair("тревога", "warning"),
    "white": pair("белый", "white"),
    "grey": pair("серый", "grey"),
    "black": pair("чёрный", "black"),
    "red": pair("красный", "red"),
    "orange": pair("оранжевый", "orange"),
    "amber": pair("янтарный", "amber"),
    "yellow": pair("жёлтый", "yellow"),
    "green": pair("зелёный", "green"),
    "cyan": pair("голубой", "cyan"),
    "blue": pair("синий", "blue"),
    "1": pair("1", "1"),
    "2": pair("2", "2"),
}  # fmt: skip
ASKED = {"left": "to_left", "right": "to_right", "down": "to_down", "up": "to_up"}


def say(key: str, language: str) -> str:
    """Return a text of the editor."""
    return TEXTS[key].in_language(language)


def name_key(key: str, language: str) -> str:
    """Return what a widget's key is called; one that is new here by its own name."""
    return KEYS.get(key, Text(ru=key, en=key)).in_language(language)


def name_word(word: str, language: str) -> str:
    """Return what one of a key's words is called."""
    return WORDS.get(word, Text(ru=word, en=word)).in_language(language)


def ask(asked: str, is_gamepad: bool, language: str) -> str:
    """Return what a hand is asked to press or move."""
    key = ASKED.get(asked, asked)
    return say(f"pad_{key}" if is_gamepad else key, language)
