"""What editors tell of exercises and scripts that name a thing of a scene."""

from pathlib import Path

from simulator.authoring.mentions import list_mentions


def test_exercises_and_scripts_that_name_a_thing_are_found(tmp_path):
    scene = tmp_path / "scene.yaml"
    (tmp_path / "drive.yaml").write_text("scene: scene.yaml\nstages:\n  - {until: lever > 0.5}\n")
    (tmp_path / "run.yaml").write_text(
        "# power\nactions:\n  - {set: {power: 1}}\n  - {set: {lever: 1}}\n"
    )
    (tmp_path / "elsewhere.yaml").write_text("scene: pair.yaml\nstages: [{until: lever > 0.5}]\n")
    (tmp_path / "like.yaml").write_text("actions:\n  - {set: {lever-2: 1}}  # as lever\n")
    (tmp_path / "grip.yaml").write_text("scene: scene.yaml\nhandles:\n  - arm.tip\n  - crate\n")

    def named(name):
        return [(Path(file).name, line) for file, line in list_mentions(str(scene), name)]

    assert named("lever") == [("drive.yaml", 3), ("run.yaml", 4)]
    assert named("power") == [("run.yaml", 3)]
    assert named("arm") == [("grip.yaml", 3)] and named("crate") == [("grip.yaml", 4)]
    (tmp_path / "told.yaml").write_text(
        "scene: scene.yaml\ntitle: {ru: crate, en: The crate}\nstages:\n"
        "  - {name: take, text: Take the crate, done: {gripped: crate}}\n"
    )
    (tmp_path / "noted.yaml").write_text("actions:\n  - {note: over the crate, hold: 1}\n")
    assert named("crate") == [("grip.yaml", 4), ("told.yaml", 4)]  # where it is meant
    (tmp_path / "told.yaml").write_text("scene: scene.yaml\nhandles: [crate\n")  # being written
    assert named("crate") == [("grip.yaml", 4), ("told.yaml", 2)]
    assert named("meter") == named("tip") == []
    assert list_mentions("", "lever") == []
    (tmp_path / "drive.yaml").unlink()
    assert named("lever") == [("run.yaml", 4)]
