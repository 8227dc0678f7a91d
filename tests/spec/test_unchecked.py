"""A script that belongs to nothing is said not to have been checked against any names."""

from simulator.spec import russian

SCRIPT = "actions: [{set: {levr: 1}}]\n"
ALONE = (
    "its names were not checked, for no scene or exercise is called x.yaml; "
    "`simulator run SCENE --script FILE` checks them"
)


def test_a_script_of_no_scene_is_told_to_be_unchecked(folder):
    told = folder.find("scenes/scripts/x.yaml", SCRIPT)
    assert told == [f"scenes/scripts/x.yaml:1:1: {ALONE} [unchecked] (warning)"]
    assert russian.say(ALONE).endswith("; их проверит `simulator run SCENE --script FILE`")


def test_a_script_is_checked_against_what_has_its_name(folder):
    folder.write("scenes/x.yaml", "console: ../consoles/arm.yaml\n")
    told = folder.find("scenes/scripts/x.yaml", SCRIPT)
    assert not [one for one in told if "unchecked" in one] and "'levr'" in told[0]


def test_a_part_of_other_scripts_is_checked_with_those(folder):
    folder.write("scenes/scripts/lesson.yaml", "include: [x.yaml]\nactions: [{set: {lever: 1}}]\n")
    assert folder.find("scenes/scripts/x.yaml", "actions: [{set: {lever: 1}}]\n") == []


def test_a_part_in_a_folder_below_is_checked_with_those_above(folder):
    folder.write("scenes/scripts/all.yaml", "include: [a/x.yaml]\nactions: [{set: {lever: 1}}]\n")
    assert folder.find("scenes/scripts/a/x.yaml", "actions: [{set: {lever: 1}}]\n") == []


def test_of_other_folders_only_the_file_s_own_is_looked_through(folder, monkeypatch):
    """It may be somebody's home, with a hundred thousand files below it."""
    from simulator.spec import check

    folder.write("mine/all.yaml", "include: [x.yaml]\nactions: [{set: {lever: 1}}]\n")
    monkeypatch.setattr(check, "list_files", lambda path: [path] if path.is_file() else 1 / 0)
    assert folder.find("mine/x.yaml", "actions: [{set: {lever: 1}}]\n") == []
    (told,) = folder.find("other/x.yaml", "actions: [{set: {lever: 1}}]\n")
    assert told == f"other/x.yaml:1:1: {ALONE} [unchecked] (warning)"
