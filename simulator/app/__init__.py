"""The window and its loop; joins all rooms. `run` is its door."""

from pathlib import Path


def run(
    scene: Path,
    record: Path | None = None,
    quality: str = "auto",
    language: str | None = None,
    scale: int | None = None,
    trainee: str | None = None,
) -> int:
    """Open the window on a scene and stay until it is closed; return the exit status.

    `quality` is low, medium, high or auto, `scale` in percent; attempts at exercises are entered
    for `trainee`. Without a window it says why not.
    """
    from simulator.app import opening, window

    try:
        from simulator.app.loop import App
    except (ImportError, AttributeError) as error:  # a graphics library or a symbol of one
        opening.tell(window.explain(error))
        return 1
    try:
        app = App(Path(scene), record, quality, language, scale, trainee)
    except window.NoWindow as error:
        opening.tell(window.explain(error))
        return 1
    app.run()
    return 0
