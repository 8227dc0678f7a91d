"""What faults do in Russian, for the page; `spec.naming.fault_matrix` has the sentences.

Numbers have here the names that the page's fields have.
"""

RUSSIAN = {
    # signals
    "Gives zero.": "Выдаёт ноль.",
    "Keeps the value that it had.": "Остаётся на прежнем значении.",
    "Its value trembles; `amount` is the standard deviation.":
        "Значение дрожит; «величина» — стандартное отклонение.",
    "Its value is too large by `amount`.": "Значение завышено на «величину».",
    "Its value lags with `time_constant`.": "Значение отстаёт с «постоянной».",
    "Its value comes late by `delay`.": "Значение приходит позже на «задержку».",
    "Gives zero for `share` of each `period`.": "Выдаёт ноль в течение «доли» каждого «периода».",
    "Its value has the other sign.": "Значение с обратным знаком.",
    # motors
    "Gives no torque: its terminals are open.": "Не даёт момента: выводы разомкнуты.",
    "Keeps the input that it had.": "Остаётся на прежнем управлении.",
    "Its input trembles; `amount` is a share of the rated voltage.":
        "Управление дрожит; «величина» — доля номинального напряжения.",
    "Its input is too large by `amount`, a share of the rated voltage.":
        "Управление завышено на «величину» — долю номинального напряжения.",
    "Its input lags with `time_constant`.": "Управление отстаёт с «постоянной».",
    "Its input comes late by `delay`.": "Управление приходит позже на «задержку».",
    "Gives no torque for `share` of each `period`.":
        "Не даёт момента в течение «доли» каждого «периода».",
    "Runs the other way.": "Вращается в другую сторону.",
    "Its joint is locked.": "Шарнир заблокирован.",
    # brakes
    "Never grips.": "Никогда не держит.",
    "Keeps the grip that it had.": "Держит как прежде.",
    "Grips more by `amount`, a share of its torque: it drags.":
        "Держит сильнее на «величину» — долю своего момента: подтормаживает.",
    "Its grip lags with `time_constant`.": "Усилие отстаёт с «постоянной».",
    "Grips and lets go late by `delay`.": "Схватывает и отпускает позже на «задержку».",
    "Does not grip for `share` of each `period`.": "Не держит в течение «доли» каждого «периода».",
    "Grips where it should let go, and the other way.":
        "Держит, когда должен отпускать, и наоборот.",
    "Always grips.": "Держит всегда.",
    # suction
    "Never holds.": "Никогда не удерживает.",
    "Keeps the hold that it had.": "Удерживает как прежде.",
    "Holds more by `amount`, a share of its force; -0.3 leaks.":
        "Удерживает сильнее на «величину» — долю своей силы; −0,3 — подсос.",
    "Its hold lags with `time_constant`.": "Удержание отстаёт с «постоянной».",
    "Holds and lets go late by `delay`.": "Захватывает и отпускает позже на «задержку».",
    "Does not hold for `share` of each `period`.":
        "Не удерживает в течение «доли» каждого «периода».",
    "Holds where it should let go, and the other way.":
        "Удерживает, когда должен отпускать, и наоборот.",
    "Always holds.": "Удерживает всегда.",
    # levers and buttons
    "Is read at rest.": "Читается как в покое.",
    "Is read at rest for `share` of each `period`.":
        "Читается как в покое в течение «доли» каждого «периода».",
    "Is read mirrored in its range.": "Читается зеркально в своём диапазоне.",
    "Keeps the place that it had: held, or never pressed.":
        "Остаётся как есть: нажатой или отпущенной.",
    "Is read late by `delay`.": "Читается позже на «задержку».",
    "Is read in the opposite place.": "Читается в противоположном положении.",
    # lamps and gauges
    "Stays dark.": "Не горит.",
    "Stays lit or dark as it was.": "Горит или не горит, как прежде.",
    "Follows late by `delay`.": "Загорается и гаснет позже на «задержку».",
    "Goes dark for `share` of each `period`.": "Гаснет на «долю» каждого «периода».",
    "Is lit when it should be dark, and the other way.":
        "Горит, когда не должна, и наоборот.",
    "Shows zero.": "Показывает ноль.",
    "Shows zero at times.": "Временами показывает ноль.",
    # cameras
    "Is black and says NO SIGNAL.": "Чёрный экран «НЕТ СИГНАЛА».",
    "Keeps its last picture.": "Остаётся последний кадр.",
    "Its picture is noisy; `amount` 1 is nothing else.":
        "Картинка с шумом; при «величине» 1 — один шум.",
    "Gives a new picture every `period`.": "Новый кадр раз в «период».",
    "Its picture comes late by `delay`.": "Картинка приходит позже на «задержку».",
    "Says NO SIGNAL for `share` of each `period`.":
        "«НЕТ СИГНАЛА» в течение «доли» каждого «периода».",
    # batteries
    "The robot is dead: all that it has; brakes and suction are as without current.":
        "Робот обесточен: двигатели, лампы, камеры, датчики; тормоза и присосы — как без тока.",
    "The voltage of all motors trembles; `amount` is a share of it.":
        "Напряжение всех двигателей дрожит; «величина» — его доля.",
    "The voltage of all motors is higher by `amount`, a share of it; -0.3 is weak.":
        "Напряжение всех двигателей выше на «величину» — его долю; −0,3 — батарея слаба.",
    "The robot is dead for `share` of each `period`.":
        "Робот обесточен в течение «доли» каждого «периода».",
    # tracks and wheels
    "Drags with `amount` [N m] at its sprocket.":
        "Тормозит с моментом «величина» [Н·м] на ведущем колесе.",
    "Its wheels are locked for `share` of each `period`.":
        "Колёса заблокированы в течение «доли» каждого «периода».",
    "Its wheels are locked.": "Колёса заблокированы.",
    "Drags with `amount` [N m].": "Тормозит с моментом «величина» [Н·м].",
    "Is locked for `share` of each `period`.":
        "Заблокировано в течение «доли» каждого «периода».",
    "Is locked.": "Заблокировано.",
    # grippers
    "Its motors give no torque.": "Двигатели не дают момента.",
    "Its motors keep the input that they had.": "Двигатели остаются на прежнем управлении.",
    "The input of its motors lags with `time_constant`.":
        "Управление двигателями отстаёт с «постоянной».",
    "The input of its motors comes late by `delay`.":
        "Управление двигателями приходит позже на «задержку».",
    "Its motors give no torque for `share` of each `period`.":
        "Двигатели не дают момента в течение «доли» каждого «периода».",
    "Opens where it should close, and the other way.":
        "Раскрывается, когда должен закрываться, и наоборот.",
    "Its jaws are locked.": "Губки заблокированы.",
    # the data link
    "No packet arrives: levers go to rest after a while; cameras say NO SIGNAL.":
        "Пакеты не доходят: рычаги вскоре встают в покой, камеры — «НЕТ СИГНАЛА».",
    "The last input and the last pictures stay.": "Остаются последние команды и кадры.",
    "Loses `amount` of its packets; pictures are noisy.":
        "Теряет «величину» — долю пакетов; картинки с шумом.",
    "One packet and one picture every `period`.": "Один пакет и один кадр раз в «период».",
    "Packets and pictures come late by `delay`.": "Пакеты и кадры приходят позже на «задержку».",
    "Is `off` for `share` of each `period`.": "Отключён в течение «доли» каждого «периода».",
}  # fmt: skip
