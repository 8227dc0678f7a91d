"""What is wrong with robots and scenes, meshes and tracks, and what is odd of them."""

SENTENCES = {
    # robots and scenes
    "a motor of type servo needs `damping`, or `no_load_speed` beside `torque`": "мотору вида "
    "servo нужно `damping` или, рядом с `torque`, `no_load_speed`",
    "a motor of type servo with {} needs {}": "мотору вида servo, у которого есть {}, нужно {}",
    "a motor of type {} pushes by its {}: with 0 its input does nothing": "мотор вида {} толкает "
    "через {}: при 0 его вход ничего не делает",
    "give more": "задайте больше",
    "a servo of a prismatic joint does not use {}": "серводвигателю поступательного шарнира не "
    "нужно {}",
    "use {}": "возьмите {}",
    "nothing is made of {}": "из {} ничего не сделано",
    "no joint holds this link": "это звено не держит ни один шарнир",
    "the base is {}, and a robot has one base": "основание уже есть, {}, а оно у робота одно",
    "the motor drives nothing: give it a `joint`, or a repeater": "мотор ничего не вращает: дайте "
    "ему `joint` или повторитель",
    "a motor needs exactly one of {}": "мотору нужно ровно одно из: {}",
    "{} is {} turns": "{} это {} об.",
    "the lower limit {} is above the upper one, {}": "нижний предел {} выше верхнего, {}",
    "the start {} is outside the joint's limit {}": "начало {} вне пределов шарнира {}",
    "{} is in {}, but {} in degrees": "{} в {}, а {} в градусах",
    "for degrees write {}, else {}": "для градусов пишите {}, иначе {}",
    "for degrees write {}": "для градусов пишите {}",
    "a direction cannot be zero": "направление не может быть нулём",
    "it moves but has no mass: give it a shape, or `mass`, or `fixed: true`": "движется, но без "
    "массы: дайте форму, `mass` или `fixed: true`",
    "it moves but has no shape: unseen, it falls for ever": "движется, но без формы: невидимое, "
    "оно падает без конца",
    "give it a `shape`": "дайте `shape`",
    "give mass or density, not both": "задайте mass или density, но не то и другое",
    "a shape needs exactly one of {}": "форме нужно ровно одно из: {}",
    "it has both": "есть оба",
    "it has neither": "нет ни того, ни другого",
    "it has {}": "есть {}",
    "a condition needs exactly one of {}": "условию нужно ровно одно из: {}",
    "{} is no kind of metric: give its `kind`, one of {}": "вида измерений {} нет: задайте `kind`, "
    "одно из: {}",
    "a motor of type {} needs {}": "мотору вида {} нужно {}",
    "a motor of type {} does not use {}": "мотору вида {} не нужно {}",
    "a sensor of type {} needs {}": "датчику вида {} нужно {}",
    "a sensor of type {} does not use {}": "датчику вида {} не нужно {}",
    "{} starts {} inside the floor: raise {}": "{} начинает на {} в полу: поднимите {}",
    "{} starts some {} inside {}, and they push each other: move one of them": "{} начинает "
    "примерно на {} внутри {}, и они толкают друг друга: сдвиньте одно",
    "{} starts some {} inside the ground: raise or move it, or give `fixed: true`": "{} начинает "
    "примерно на {} в земле: поднимите, сдвиньте или дайте `fixed: true`",
    "give `start`": "задайте `start`",
    "for degrees write {}, or {} if it turns so far": "для градусов пишите {} или {}, если поворот "
    "и так велик",
    "it weighs {} kg by volume and density": "по объёму и плотности это весит {} кг",
    "what moves weighs {} mg to {} t: give {} or {}": "подвижное весит от {} мг до {} т: задайте "
    "{} или {}",
    "what moves weighs {} mg to {} t: mind the units, or give {}": "подвижное весит от {} мг до {} "
    "т: проверьте единицы или задайте {}",
    "the joints form a ring that hangs on nothing: {}": "шарниры образуют кольцо, которое ни на "
    "чём не держится: {}",
    "the joint ties {} to itself": "шарнир связывает {} с самим собой",
    "a fixed joint has no {}": "у неподвижного шарнира нет {}",
    "a {} joint has no position to start at": "у шарнира {} нет начального положения",
    "a {} joint has no position": "у шарнира {} нет положения",
    "a {} joint has no {}": "у шарнира {} нет {}",
    "only revolute and prismatic ones do": "это есть только у revolute и prismatic",
    "only revolute and prismatic ones can be braked": "тормозить можно только revolute и prismatic",
    "only revolute and prismatic ones can be driven": "вращать и двигать можно только revolute и "
    "prismatic",
    "{} is outside the joint's limit {}": "{} вне пределов шарнира {}",
    "a direction too long to be measured": "направление длиннее, чем можно измерить",
    "any length does, take a short one": "длина не важна, возьмите короткое",
    "axis and axis2 of a universal joint must not be parallel": "axis и axis2 шарнира universal не "
    "могут быть параллельны",
    "the camera is where it looks: move {}": "камера стоит там, куда смотрит: сдвиньте {}",
    "it follows {}, whose speed makes this {} {}": "он повторяет за {}, и по его скорости здесь {} "
    "{}",
    "its link {} is fixed: leave out {}": "его звено {} закреплено: уберите {}",
    "the belt is a part of the link {}, which has `collides: false`: everything falls through it": (
        "лента - часть звена {}, у которого `collides: false`: сквозь неё всё падает"
    ),
    "leave that out": "уберите это",
    "the faces of this closed mesh look inwards: it is a thin sheet, as the walls of a room, and "
    "things may sink in at its edges": "грани этой замкнутой сетки смотрят внутрь: это тонкий "
    "лист, как стены комнаты, и у рёбер в него можно погрузиться",
    "if it is a solid, turn its faces": "если это тело, переверните его грани",
    "{} kg m2 would take {} kg that are {} m from their centre, and its shapes end {} m from it: "
    "is the unit kg m2? Without `inertia` it follows from the shapes": "для {} кг м2 нужно {} кг "
    "на расстоянии {} м от центра, а формы кончаются в {} м от него: единица - кг м2? Без "
    "`inertia` момент инерции следует из форм",
    "a {} cannot move": "{} не может двигаться",
    "use {}, or another shape": "возьмите {} или другую форму",
    "no body has this inertia: one principal moment exceeds the sum of the others": "такой инерции "
    "у тел не бывает: один главный момент больше суммы двух других",
    "the principal moments must be positive": "главные моменты должны быть положительны",
    "{} drives {} already": "{} уже приводит {}",
    "a repeater would fight it": "повторитель боролся бы с ним",
    "a joint has one motor or repeater": "у шарнира один мотор или повторитель",
    "a repeater's ratio cannot be zero": "отношение повторителя не может быть нулём",
    "{} has a {} too": "в {} есть и {}",
    "outputs could not tell them apart": "в outputs их было бы не различить",
    "attitude is measured along roll, pitch or yaw": "attitude измеряется по roll, pitch или yaw",
    "{} is measured along x, y or z": "{} измеряется по x, y или z",
    "the sum of all pushes has no direction": "у суммы всех толчков нет направления",
    "give the `axis` to measure along": "задайте `axis`, по которой измерять",
    "{} is no link of a robot with `feet`": "{} - не звено робота, у которого есть `feet`",
    "list them in its file": "назовите их в его файле",
    "{} touches nothing: give it a shape, and {}": "{} ничего не касается: дайте форму и {}",
    "a material with stiffness bounces by its `damping`: take restitution out": "материал с "
    "жёсткостью отскакивает через `damping`: уберите restitution",
    "damping acts beside stiffness alone: give `stiffness` too, or take it out": "damping "
    "действует только рядом с жёсткостью: задайте и `stiffness` или уберите его",
    "convex is for a mesh": "convex нужен сетке",
    "a {} collides as it is: take it out": "{} сталкивается и так: уберите",
    "a height field needs exactly one of {}": "рельефу нужно ровно одно из: {}",
    "a height field needs at least 2 x 2 heights": "рельефу нужно хотя бы 2 x 2 высоты",
    "a height field has at most {} heights a side, not {}": "у рельефа не больше {} высот по "
    "стороне, а здесь {}",
    "the row has {} heights, the first one {}": "в этой строке высот {}, а в первой {}",
    "a height field takes 2 to {} a side": "рельефу нужно от 2 до {} по стороне",
    "{} has {} pixels": "{}: точек {}",
    "the folder's name {} cannot be the robot's name": "имя папки {} не годится как имя робота",
    "give it a `name`": "дайте `name`",
    "it is fixed: leave out {}": "оно неподвижно: уберите {}",
    "both feet are the same link": "обе стопы - одно звено",
    "a gait needs a posture at least": "походке нужна хотя бы одна поза",
    "the {} leg has {} joints": "в ноге {} шарниров: {}",
    "a foot needs {} to be placed anywhere": "чтобы поставить стопу куда угодно, их нужно {}",
    "{} is no whole number of periods of {}": "{} - не целое число периодов по {}",
    "{} would be": "подошло бы {}",
    # meshes, pictures, numbers, code
    "{} cannot be read as a mesh ({})": "{} не читается как сетка ({})",
    "{} cannot be read as a picture (its beginning is damaged)": "{} не читается как картинка "
    "(повреждено начало)",
    "{} cannot be read as a picture ({})": "{} не читается как картинка ({})",
    "{} is not a picture": "{} - не картинка",
    "{} is empty": "{}: файл пуст",
    "{} is a stand-in of Git LFS: {} fetches the file": "{} - замена файла от Git LFS: сам файл "
    "скачает {}",
    "{} has no triangles": "{}: нет треугольников",
    "{} has far too many triangles": "{}: треугольников слишком много",
    "{} has {} triangles": "{}: треугольников {}",
    "at most {}": "не больше {}",
    "{}: triangle {} has a corner that is no finite number": "{}: у треугольника {} вершина - не "
    "конечное число",
    "{}: line {}: a corner at {}, which is no finite number": "{}: строка {}: вершина {} - не "
    "конечное число",
    "the mesh reaches {} m far from its origin, and {} m are the most: give a smaller scale, such "
    "as {} for millimetres": "сетка уходит на {} м от своего начала, а можно на {} м: задайте "
    "меньший масштаб, для миллиметров {}",
    "the mesh is flat, without a volume: on a body that moves it is a plate of {} mm or more": ""
    "сетка плоская, без объёма: на подвижном теле это пластина в {} мм или больше",
    "give it a thickness, or take a box": "дайте ей толщину или возьмите box",
    "the mesh is {} x {} x {} m: where its file is in millimetres give {}": "размер сетки {} x {} "
    "x {} м: если файл в миллиметрах, задайте {}",
    "{} if it is so large": "{}, если она так и велика",
    "a mesh that is not convex collides and weighs as its convex hull, because its surface has "
    "holes: {} sides of triangles meet no other triangle, or several. Close it, or say {}": ""
    "невыпуклая сетка сталкивается и весит как её выпуклая оболочка, потому что поверхность "
    "дырява: у {} сторон треугольников нет второго треугольника или их несколько. Закройте её или "
    "пишите {}",
    "expected {} columns, as in the first line, but {} here": "нужно столбцов {}, как в первой "
    "строке, а здесь {}",
    "the column {} is already there": "столбец {} уже есть",
    "the column has no name": "у столбца нет имени",
    "the file has no numbers": "в файле нет чисел",
    "more than {} numbers": "чисел больше {}",
    "{} is not a number": "{} - не число",
    "{}: not an FMU ({})": "{}: не FMU ({})",
    "{}: FMI {}": "{}: FMI {}",
    "FMI 2.0 and 3.0 can be run": "исполняются FMI 2.0 и 3.0",
    "{}: its modelDescription.xml is too large": "{}: его modelDescription.xml слишком велик",
    "{}: made for model exchange only": "{}: сделан только для обмена моделями",
    "export it for co-simulation": "экспортируйте для совместного моделирования",
    "there is no function `step(inputs, state, dt)` that returns the outputs by name": "нет "
    "функции `step(inputs, state, dt)`, которая возвращает выходы по именам",
    "it is nested too deeply to be read": "вложено слишком глубоко, чтобы прочитать",
    # tracks
    "{} is a {} joint": "{} - шарнир {}",
    "a wheel needs a revolute": "колесу нужен revolute",
    "{} has a limit": "у {} есть предел",
    "a wheel turns on and on: take it out": "колесо вращается без конца: уберите",
    "the track goes round {} already": "гусеница уже обходит {}",
    "a track needs at least one wheel beside the sprocket": "гусенице нужно ещё хотя бы одно "
    "колесо кроме ведущего",
    "{} goes round {} already: take one track out": "{} уже обходит {}: уберите одну из гусениц",
    "{} has no cylinder about the axis of {} that the track goes round": "у {} нет цилиндра вокруг "
    "оси {}, который обошла бы гусеница",
    "the axis of {} is not parallel to that of {}": "ось {} не параллельна оси {}",
    "the wheels lie on one axis": "колёса стоят на одной оси",
    "{} runs {} mm beside the plane of {}": "{} идёт на {} мм в стороне от плоскости {}",
    "{} hangs on {}, which {} turns: hang both on what they turn against": "{} держится на {}, а "
    "его вращает {}: закрепите оба на том, относительно чего они вращаются",
    "{} hangs on {}, not on {}: a belt is part of one link": "{} держится на {}, а не на {}: лента "
    "- часть одного звена",
    "use links": "возьмите links",
    "{} and {} lie inside each other": "{} и {} стоят друг в друге",
    "give links or pitch, not both": "задайте links или pitch, но не оба",
    "give slack or tension, not both": "задайте slack или tension, но не оба",
    "links of {} mm are shorter than they are thick ({} mm)": "траки по {} мм короче своей толщины "
    "({} мм)",
    "use fewer, or a smaller {}": "возьмите меньше траков или меньше {}",
    "links of {} mm would be {}": "траков по {} мм было бы {}",
    "links of {} mm cannot go round a wheel of {} mm radius": "траки по {} мм не обойдут колесо "
    "радиусом {} мм",
    "use more or shorter ones": "возьмите больше траков или короче",
    "a track makes a part of this name": "такое имя даст детали гусеница",
    "give this one another": "дайте этой другое",
    "no room for guide horns beside the wheels: at least {} mm, or {}": "направляющим гребням нет "
    "места рядом с колёсами: не меньше {} мм или {}",
    "{} mm is too much: at most {} mm, the radius of the smallest wheel": "{} мм - слишком много: "
    "не больше {} мм, радиуса самого малого колеса",
    "{} mm is too much: at most {} mm, a tenth of the loop": "{} мм - слишком много: не больше {} "
    "мм, десятой части петли",
    "{} N is too much: at most {} N, which presses the tyres in by a tenth of a plate": "{} Н - "
    "слишком много: не больше {} Н, что вдавит шины на десятую долю трака",
    "{} mm reaches into {} of {} mm: their middles are {} mm apart": "{} мм заходят в {} шириной "
    "{} мм: их середины в {} мм друг от друга",
    "all links together ({} of {} kg here) weigh {} kg, more than the rest of the robot: {} kg": ""
    "все траки вместе (здесь {} по {} кг) весят {} кг, больше всего остального робота: {} кг",
    "links of {} g are too light for {} kg: steps take long and they sink in": "траки по {} г "
    "слишком легки для {} кг: шаги считаются долго, а траки тонут",
    "at least {} g": "не меньше {} г",
    "{} kg on all these wheels sink {} mm into the tracks: take {} N/m or more": "{} кг на всех "
    "этих колёсах тонут в гусеницах на {} мм: возьмите {} Н/м или больше",
    "the track is a stiff hoop that eats up the motor's torque: at most {} for {} kg on wheels of "
    "{} mm": "гусеница - жёсткий обруч, который съедает момент мотора: не больше {} при {} кг на "
    "колёсах {} мм",
    "{} unless given": "если не задано, {}",
    # what files allow but hardly mean
    "{} starts some {} inside {}, and they push each other: set them apart, or list in {} what one "
    "of them may touch": "{} начинает примерно на {} внутри {}, и они толкают друг друга: "
    "раздвиньте или назовите в {}, чего одному из них можно касаться",
    "{} starts some {} inside the ground: raise or move it": "{} начинает примерно на {} в земле: "
    "поднимите или сдвиньте",
    "a light of type {} does not use {}": "свету вида {} не нужно {}",
    "one of {} does": "это есть у {}",
    "without a `type` it is a sun": "без `type` это солнце",
    "{} has no `stall_current`, so its current is always 0: give it one": "у {} нет "
    "`stall_current`, и ток всегда 0: задайте",
    "{} has no `stall_current`, so its current is always 0: only a dc motor has one": "у {} нет "
    "`stall_current`, и ток всегда 0: он есть только у мотора dc",
    "the loop that {} closes cannot move, and {} are stuck: make its axes parallel, or one of the "
    "joints universal or spherical": "петля, которую замыкает {}, не может двигаться; застряли {}: "
    "сделайте оси параллельными или один из шарниров universal или spherical",
    "the loop that {} closes cannot move, and {} is stuck: make its axes parallel, or one of the "
    "joints universal or spherical": "петля, которую замыкает {}, не может двигаться; застрял {}: "
    "сделайте оси параллельными или один из шарниров universal или spherical",
    "{} works {}, too: both move together": "{} управляет и {}: они движутся вместе",
}
