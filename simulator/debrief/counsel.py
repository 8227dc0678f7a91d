"""The remarks of the debrief in Russian and English: a title and one sentence each."""

from simulator.spec.fields import Text


def _both(ru: str, en: str) -> Text:
    return Text(ru=ru, en=en)


SENTENCES = {  # title, sentence
    "limit": (
        _both("{what}, {time}", "{what}, {time}"),
        _both("На этом попытка закончилась: разберите последние секунды и идите здесь медленнее.",
              "This ended the attempt: look at the last seconds and take the place more slowly."),
    ),
    "limit_price": (
        _both("{what}, {time}", "{what}, {time}"),
        _both("Это стоило {price} баллов: наметьте путь в стороне от этого места заранее.",
              "It cost {price} points: choose a way clear of this place beforehand."),
    ),
    "collision_fast": (
        _both("Удар {force} Н в {time}: {what}", "Contact {force} N at {time}: {what}"),
        _both("{part} на скорости {speed} м/с: сбросьте ход заранее и пройдите препятствие шагом.",
              "{part}, at {speed} m/s: slow down before the obstacle and pass it at a crawl."),
    ),
    "collision_slow": (
        _both("Удар {force} Н в {time}: {what}", "Contact {force} N at {time}: {what}"),
        _both("Задели: {part}. Проверьте зазор по другой камере, прежде чем двигаться.",
              "Touched by {part}: check the clearance on another camera before you move."),
    ),
    "drop": (
        _both("Падение в {time}: {what}", "Drop at {time}: {what}"),
        _both("Разжимайте захват только тогда, когда груз стоит на опоре.",
              "Open the gripper only when the load stands on something."),
    ),
    "wrong": (
        _both("Команды не в том режиме: {count}, первая в {time}",
              "Inputs in the wrong mode: {count}, the first at {time}"),
        _both("Перед тем как взяться за «{what}», посмотрите на лампы и режим.",
              "Look at lamps and mode before you reach for {what}."),
    ),
    "hesitation": (
        _both("Пауза {seconds} с в {time}", "Pause of {seconds} s at {time}"),
        _both("Этап «{stage}»: обдумывайте следующий шаг, пока выполняется этот.",
              "Stage “{stage}”: plan the next step while the present one runs."),
    ),
    "hesitation_free": (
        _both("Пауза {seconds} с в {time}", "Pause of {seconds} s at {time}"),
        _both("Обдумывайте следующий шаг, пока выполняется этот.",
              "Plan the next step while the present one runs."),
    ),
    "to_and_fro": (
        _both("Рычаг туда-сюда, {time}", "Lever to and fro, {time}"),
        _both("{what}: {count} перекладок за 4 с. Отклоняйте меньше и ждите ответа робота.",
              "{what}: reversed {count} times in 4 s. Push less and wait for the robot to answer."),
    ),
    "detour": (
        _both("Лишний путь {extra} м с {time}", "Detour of {extra} m from {time}"),
        _both("Этап «{stage}»: пройдено {length} м. Развернитесь на месте и езжайте прямо.",
              "Stage “{stage}” took {length} m: turn on the spot first, then drive straight."),
    ),
    "unseen": (
        _both("Вне кадра {seconds} с в {time}", "Out of view for {seconds} s at {time}"),
        _both("Смените камеру, прежде чем захват уйдёт из кадра.",
              "Change the camera before the gripper leaves its picture."),
    ),
    "slow_stage": (
        _both("Медленнее эксперта, {time}", "Slower than the expert, {time}"),
        _both("Этап «{stage}»: {seconds} с вместо {other} с. Посмотрите, как он проходит его.",
              "Stage “{stage}”: {seconds} s instead of {other} s. See how the expert takes it."),
    ),
    "unfinished": (
        _both("Пройдено этапов: {done} из {all}", "Stages done: {done} of {all}"),
        _both("Дальше — «{stage}»: отработайте этот этап отдельно.",
              "Next is “{stage}”: practise this stage by itself."),
    ),
    "metric": (
        _both("{what}: {value}, граница {edge}", "{what}: {value}, limit {edge}"),
        _both("", ""),
    ),
    "no_collision": (
        _both("Ни одного столкновения", "No collision"),
        _both("Робот не задел ничего, чего касаться нельзя.",
              "The robot touched nothing that it should not."),
    ),
    "clean_grip": (
        _both("Чистый захват в {time}", "Clean grip at {time}"),
        _both("{what}: взят с первого раза и не уронен.",
              "{what}: taken at the first attempt and not dropped."),
    ),
    "fast_stage": (
        _both("Быстрее эксперта, {time}", "Faster than the expert, {time}"),
        _both("Этап «{stage}»: быстрее на {gain} с.", "Stage “{stage}”: {gain} s faster."),
    ),
    "good_measure": (
        _both("{what}: {value}", "{what}: {value}"),
        _both("{grade} баллов из 100 за этот показатель.",
              "{grade} points of 100 for this measure."),
    ),
}  # fmt: skip

FAILED = {  # what to do about a measure out of its band, by its kind
    "time": _both("Повторяйте упражнение по этапам и сравните их время.",
                  "Repeat it stage by stage and compare their times."),
    "path_length": _both("Выбирайте путь заранее и не возвращайтесь.",
                         "Choose the way beforehand and do not go back."),
    "economy": _both("Ведите прямо от этапа к этапу, без петель.",
                     "Go straight from stage to stage, without loops."),
    "collisions": _both("Останавливайтесь там, где зазора не видно.",
                        "Stop where you cannot see the clearance."),
    "peak_force": _both("Подходите к предметам на малой скорости.",
                        "Approach things at low speed."),
    "load_force": _both("Опускайте и ведите груз медленнее, с запасом от краёв.",
                        "Lower and carry the load more slowly, clear of edges."),
    "drops": _both("Разжимайте захват только тогда, когда груз стоит на опоре.",
                   "Open the gripper only when the load stands on something."),
    "tip_margin": _both("Держите груз и руку низко; кромки и уклоны проходите медленно и прямо.",
                        "Keep load and arm low; take edges and slopes slowly and straight."),
    "slip": _both("Разгоняйтесь и поворачивайте плавно: гусеницы и колёса не должны срываться.",
                  "Speed up and turn gently, so that wheels and tracks keep their grip."),
    "reversals": _both("Отклоняйте рычаг меньше и ждите ответа робота.",
                       "Push the lever less and wait for the robot to answer."),
    "idle": _both("Обдумывайте следующий шаг, пока выполняется этот.",
                  "Plan the next step while the present one runs."),
    "wrong_mode": _both("Перед командой посмотрите на лампы и режим.",
                        "Look at lamps and mode before you give a command."),
    "camera_neglect": _both("Смените камеру, прежде чем захват уйдёт из кадра.",
                            "Change the camera before the gripper leaves its picture."),
    "placing": _both("Перед тем как отпустить, проверьте место сверху и сбоку.",
                     "Check the place from above and from the side before you let go."),
    "mean": _both("Держите это значение ровнее всё упражнение.",
                  "Keep this value steadier through the whole exercise."),
    "peak": _both("Избегайте рывков: пик приходит от резких команд.",
                  "Avoid jerks: peaks come from sudden commands."),
    "integral": _both("Проводите там меньше времени.", "Spend less time there."),
}  # fmt: skip
