"""What alarms say beside what is wrong with files: what flies away, tables that are full, FMUs."""

SENTENCES = {
    "{} moved out of all bounds: motors stopped": "{} уносится за все пределы: моторы остановлены",
    "there was no room for all contacts in {} frames: leave fewer things so close together": ""
    "места хватило не всем касаниям, кадров: {}; оставьте меньше предметов так близко друг к другу",
    "there was no room for all contacts in {} frames: raise {} of the scene's {} above {}": "места "
    "хватило не всем касаниям, кадров: {}; поднимите {} в {} сцены выше {}",
    "no room for {} pairs of shapes: things sink into each other": "нет места ещё для стольких пар "
    "форм: {}; предметы тонут друг в друге",
    "no room for {} contacts: things sink into each other": "нет места ещё для стольких касаний: "
    "{}; предметы тонут друг в друге",
    "leave fewer things so close together": "оставьте меньше предметов так близко друг к другу",
    "raise {} of the scene's {} above {}": "поднимите {} в {} сцены выше {}",
    "{} failed at {} s: it asks to stop": "{}: отказ на {} с: он просит остановиться",
    "{} failed at {} s: {} would be {}, and takes {} to {}": "{}: отказ на {} с: {} стало бы {}, а "
    "принимает от {} до {}",
}
