// Every word of the page, in both languages.

export const TEXTS = {
  title: { en: "Instructor", ru: "Инструктор" },
  all: { en: "All", ru: "Все" },
  add: { en: "Add a trainee", ru: "Добавить курсанта" },
  no_address: { en: "This is no address: expected HOST:PORT", ru: "Это не адрес: нужно АДРЕС:ПОРТ" },
  add_hint: { en: "address:port, or the whole printed address", ru: "адрес:порт или весь напечатанный адрес" },
  remove: { en: "Remove", ru: "Убрать" },
  observer: { en: "Observer", ru: "Наблюдатель" },
  instructor: { en: "Instructor", ru: "Инструктор" },
  observer_note: { en: "You are an observer: orders are switched off.", ru: "Вы наблюдатель: команды отключены." },
  connecting: { en: "connecting…", ru: "соединение…" },
  lost: { en: "connection lost, trying again…", ru: "связь потеряна, повтор…" },
  unmet: { en: "no answer from there, trying again; on this machine start it with --instructor-from {}",
    ru: "оттуда нет ответа, повтор; на этой машине запустите её с --instructor-from {}" },
  refused: { en: "sent away", ru: "отказано" },
  plan: { en: "Plan", ru: "План" },
  plan_hint: { en: "Wheel: closer; drag; double click: whole", ru: "Колесо — ближе; тянуть; двойной щелчок — всё" },
  cameras: { en: "Cameras", ru: "Камеры" },
  no_picture: { en: "no picture: the program runs without a window", ru: "нет картинки: программа идёт без окна" },
  no_camera: { en: "this scene has no cameras", ru: "в сцене нет камер" },
  waiting_picture: { en: "waiting for the picture…", ru: "ожидание картинки…" },
  console: { en: "Console", ru: "Пульт" },
  exercise: { en: "Exercise", ru: "Упражнение" },
  free: { en: "Free drive.", ru: "Свободная езда." },
  no_exercise: { en: "Free drive. Choose an exercise to start.", ru: "Свободная езда. Выберите упражнение." },
  start: { en: "Start", ru: "Начать" },
  retry: { en: "Retry", ru: "Ещё раз" },
  level: { en: "level", ru: "уровень" },
  exam: { en: "exam", ru: "экзамен" },
  stage: { en: "Stage {} of {}", ru: "Этап {} из {}" },
  mark: { en: "mark", ru: "оценка" },
  running: { en: "Running", ru: "Идёт" },
  paused: { en: "Paused", ru: "Пауза" },
  frozen: { en: "Stopped", ru: "Остановлено" },
  failed: { en: "Failed", ru: "Сбой" },
  loading: { en: "Loading", ru: "Загрузка" },
  empty: { en: "No scene", ru: "Нет сцены" },
  page_briefing: { en: "the trainee reads the task", ru: "курсант читает задание" },
  page_countdown: { en: "the countdown runs", ru: "идёт отсчёт" },
  page_result: { en: "the trainee sees the result", ru: "курсант смотрит результат" },
  page_playback: { en: "a recording is played", ru: "идёт просмотр записи" },
  page_list: { en: "the trainee chooses an exercise", ru: "курсант выбирает упражнение" },
  page_broken: { en: "the trainee may go on with an attempt that was broken off", ru: "курсант может продолжить прерванную попытку" },
  page_leaving: { en: "the trainee is asked whether to break the attempt off", ru: "курсанта спрашивают, прервать ли попытку" },
  outcome_running: { en: "Under way", ru: "Выполняется" },
  outcome_passed: { en: "Passed", ru: "Зачтено" },
  outcome_failed: { en: "Not passed", ru: "Не зачтено" },
  reason_metrics: { en: "a measure is out of its band", ru: "показатель вне предела" },
  reason_time: { en: "the time is up", ru: "время вышло" },
  reason_unfinished: { en: "broken off", ru: "прервано" },
  reason_diverged: { en: "the simulation stopped", ru: "расчёт остановлен" },
  pause: { en: "Pause", ru: "Пауза" },
  resume: { en: "Resume", ru: "Продолжить" },
  step: { en: "Step", ru: "Шаг" },
  reset: { en: "Reset", ru: "Сброс" },
  late: { en: "late", ru: "опозд." },
  recording: { en: "recording", ru: "запись" },
  faults: { en: "Faults", ru: "Отказы" },
  component: { en: "Component", ru: "Что" },
  fault_kind: { en: "Fault", ru: "Отказ" },
  inject: { en: "Inject", ru: "Ввести" },
  clear: { en: "Clear", ru: "Снять" },
  clear_all: { en: "Clear all", ru: "Снять все" },
  no_faults: { en: "Nothing is broken.", ru: "Всё исправно." },
  link: { en: "Data link", ru: "Канал связи" },
  perfect: { en: "Perfect", ru: "Идеальный" },
  late_link: { en: "0.3 s late", ru: "Задержка 0,3 с" },
  weak: { en: "Weak", ru: "Слабый" },
  bad_link: { en: "Very bad", ru: "Очень плохой" },
  apply: { en: "Apply", ru: "Применить" },
  to_robot: { en: "Commands", ru: "Команды" },
  from_robot: { en: "Pictures", ru: "Картинки" },
  delay: { en: "delay, s", ru: "задержка, с" },
  jitter: { en: "jitter, s", ru: "разброс, с" },
  loss: { en: "loss, share", ru: "потери, доля" },
  noise: { en: "noise, share", ru: "шум, доля" },
  blocks: { en: "blocks, px", ru: "блоки, px" },
  is_frozen: { en: "frozen", ru: "стоп-кадр" },
  amount: { en: "amount", ru: "величина" },
  time_constant: { en: "time constant, s", ru: "постоянная, с" },
  period: { en: "period, s", ru: "период, с" },
  share: { en: "share", ru: "доля" },
  seed: { en: "seed", ru: "зерно" },
  say: { en: "Message to the trainee", ru: "Сообщение курсанту" },
  send: { en: "Send", ru: "Отправить" },
  note: { en: "Note for the debrief", ru: "Заметка для разбора" },
  bookmark: { en: "Bookmark", ru: "Закладка" },
  events: { en: "Events", ru: "События" },
  s: { en: "s", ru: "с" },
  event_open: { en: "Scene opened", ru: "Сцена открыта" },
  event_reset: { en: "Reset", ru: "Сброс" },
  event_fault: { en: "Fault", ru: "Отказ" },
  event_clear: { en: "Fault cleared", ru: "Отказ снят" },
  event_link: { en: "Data link changed", ru: "Канал связи изменён" },
  event_message: { en: "Message", ru: "Сообщение" },
  event_bookmark: { en: "Bookmark", ru: "Закладка" },
  event_stage: { en: "Stage done", ru: "Этап пройден" },
  event_breach: { en: "Limit broken", ru: "Нарушение" },
  event_hint: { en: "Hint taken", ru: "Взята подсказка" },
  event_score: { en: "Attempt over", ru: "Попытка окончена" },
  event_hardware_lost: { en: "The desk fell silent", ru: "Настольный пульт замолчал" },
  event_hardware_back: { en: "The desk speaks again", ru: "Настольный пульт снова на связи" },
  event_focus_lost: { en: "The window lost focus", ru: "Окно потеряло фокус" },
  all_faults: { en: "all", ru: "все" },
  // refusals
  refuse_observer: { en: "An observer only looks.", ru: "Наблюдатель только смотрит." },
  refuse_rate: { en: "Too many orders at once.", ru: "Слишком много команд сразу." },
  refuse_no_scene: { en: "No scene is open yet.", ru: "Сцена ещё не открыта." },
  refuse_no_exercise: { en: "No exercise is open: choose one.", ru: "Упражнение не открыто: выберите его." },
  refuse_waiting: { en: "Nobody drives yet: Start or Retry begins the attempt.", ru: "Ещё никто не едет: попытку начинают «Начать» и «Ещё раз»." },
  refuse_playback: { en: "A recording is played: nothing can be changed in it.", ru: "Идёт просмотр записи: менять в ней нечего." },
  refuse_exam: { en: "An exam has no pauses.", ru: "Экзамен идёт без пауз." },
  refuse_exam_faults: { en: "An exam has the faults and the link of its own file.", ru: "На экзамене только его собственные отказы и канал связи." },
  refuse_values: { en: "These values cannot be: {}.", ru: "Недопустимые значения: {}." },
  refuse_fault: { en: "This fault cannot be here.", ru: "Такого отказа здесь быть не может." },
  refuse_malformed: { en: "Page and program do not understand each other: reload the page.", ru: "Страница и программа не понимают друг друга: перезагрузите страницу." },
  refuse_token: { en: "The token is wrong: open the address that the program printed.", ru: "Неверный ключ: откройте адрес, который напечатала программа." },
  refuse_version: { en: "The page is of another version: reload it.", ru: "Страница другой версии: перезагрузите её." },
  refuse_full: { en: "Too many pages are connected: close one.", ru: "Подключено слишком много страниц: закройте одну." },
  refuse_slow: { en: "The page was too slow.", ru: "Страница слишком медленная." },
  refuse_line: { en: "No connection.", ru: "Нет связи." },
  // positions of switches
  switch_off: { en: "off", ru: "выкл." },
  switch_on: { en: "on", ru: "вкл." },
  stop_out: { en: "released", ru: "отпущен" },
  stop_in: { en: "PRESSED", ru: "НАЖАТ" },
  // kinds of faults
  off: { en: "off", ru: "отключение" },
  stuck: { en: "stuck", ru: "застревание" },
  kind_noise: { en: "noise", ru: "шум" },
  bias: { en: "bias", ru: "смещение" },
  slow: { en: "slow", ru: "замедление" },
  delayed: { en: "delayed", ru: "запаздывание" },
  intermittent: { en: "intermittent", ru: "перебои" },
  reversed: { en: "reversed", ru: "обратный знак" },
  jammed: { en: "jammed", ru: "заклинивание" },
  // families of components
  motor: { en: "Motors", ru: "Двигатели" },
  brake: { en: "Brakes", ru: "Тормоза" },
  suction: { en: "Suction", ru: "Присосы" },
  sensor: { en: "Sensors", ru: "Датчики" },
  lever: { en: "Levers", ru: "Рычаги" },
  button: { en: "Buttons", ru: "Кнопки" },
  lamp: { en: "Lamps", ru: "Лампы" },
  gauge: { en: "Gauges", ru: "Приборы" },
  camera: { en: "Cameras", ru: "Камеры" },
  battery: { en: "Batteries", ru: "Батареи" },
  track: { en: "Tracks", ru: "Гусеницы" },
  wheel: { en: "Wheels", ru: "Колёса" },
  gripper: { en: "Grippers", ru: "Захваты" },
  link_family: { en: "Data link", ru: "Канал связи" },
};

export const language = {
  now: localStorage.getItem("language") || (navigator.language.startsWith("ru") ? "ru" : "en"),
};

/** Return a text in the language of the page; `{}` are filled in order. */
export function say(key, ...filled) {
  const text = TEXTS[key]?.[language.now] ?? key;
  return filled.reduce((made, value) => made.replace("{}", value), text);
}

/** Return why something was refused; of numbers, which: "commands.delay: ...; amount: ...". */
export function refusal(code, reason = "") {
  const key = `refuse_${code}`;
  if (!(key in TEXTS)) return reason;
  if (language.now === "en" && reason) return reason;
  const named = reason.split("; ").map((one) => one.split(":")[0].split(".").at(-1));
  return say(key, named.map((one) => say(one)).join("; "));
}

/** Return what a component is called; a fault may name it without its robot. */
export function componentName(components, name) {
  const found = components.find((one) => one.name === name)
    ?? components.find((one) => one.name.endsWith(`.${name}`));
  return found?.label[language.now] ?? name;
}

const UNITS = { s: "с", m: "м", mm: "мм", N: "Н", "1/min": "1/мин", "m/s": "м/с", J: "Дж", mSv: "мЗв" };

/** Return a metric's unit; those of the program's own metrics have but one spelling. */
export function unitOf(unit) {
  return language.now === "ru" ? UNITS[unit.ru] ?? unit.ru : unit.en;
}

export const knows = (key) => key in TEXTS;

/** Return a number with fixed decimals in the language's own way; what is none is "- - -". */
export function figure(value, decimals = 1) {
  if (value == null || !Number.isFinite(value)) return "- - -";
  const text = value.toFixed(decimals).replace(/^-(0(\.0+)?)$/, "$1").replace("-", "−");
  return language.now === "ru" ? text.replace(".", ",") : text;
}

/** Return minutes and seconds. */
export function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds || 0));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
