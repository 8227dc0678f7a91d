"""What a desk's editor tells of others who name a widget."""

from pathlib import Path

from simulator.laying.mentions import list_mentions


def test_exercises_and_scripts_that_name_a_widget_are_found(sketch, folder):
    (folder / "drive.yaml").write_text("scene: scene.yaml\nstages:\n  - {until: lever > 0.5}\n")
    (folder / "run.yaml").write_text("actions:\n  - {set: {power: 1}}\n  - {set: {lever: 1}}\n")
    (folder / "elsewhere.yaml").write_text("scene: pair.yaml\nstages: [{until: lever > 0.5}]\n")
    (folder / "like.yaml").write_text("actions:\n  - {set: {lever-2: 1}}  # as lever\n")

    def named(name):
        return [(Path(file).name, line) for file, line in list_mentions(sketch, name)]

    assert named("lever") == [("drive.yaml", 3), ("run.yaml", 3)]
    assert named("power") == [("run.yaml", 2)]
    assert named("meter") == []
    (folder / "drive.yaml").unlink()
    assert named("lever") == [("run.yaml", 3)]
