"""Pictures without a window: a stand-alone context by EGL, with or without a GPU."""

from pathlib import Path

import moderngl
from PIL import Image

from ..snapshot import Snapshot
from ..spec.models.scene import SceneSpec
from ..spec.reading.write import beside
from . import arrival, camera, pose
from .camera import View
from .quality import Quality
from .renderer import Renderer

APT_LINE = "sudo apt-get install -y --no-install-recommends libgl1 libegl1"


class ContextError(RuntimeError):
    """No OpenGL here; the text says what to install."""


def open_context() -> moderngl.Context:
    """Return a stand-alone OpenGL 3.3 context.

    Raises:
        ContextError: the libraries are missing or the driver refuses.
    """
    try:
        return moderngl.create_context(standalone=True, backend="egl", require=330)  # type: ignore[call-arg]
    except Exception as error:  # moderngl raises a bare Exception for every cause
        raise ContextError(
            f"no OpenGL for off-screen pictures ({error}); install the system libraries with:\n"
            f"    {APT_LINE}"
        ) from error


def close_context(ctx: moderngl.Context) -> None:
    """Free a stand-alone context; a window can be opened after it, for it is current no more."""
    with ctx:  # leaving it makes none current, which releasing it alone does not
        pass
    ctx.release()


def find_view(scene: SceneSpec, snapshot: Snapshot, name: str | View | None) -> View:
    """Return the view of a robot camera by name, of the scene's free camera for None, or as given.

    Raises:
        ValueError: no camera has this name.
    """
    if name is None or name == "free":
        return camera.of_spec(scene.camera)
    if not isinstance(name, str):
        return name
    mounts = camera.robot_cameras(scene)
    if name not in mounts:
        raise ValueError(f"no camera {name!r}; there are free, {', '.join(mounts)}")
    return camera.from_mount(mounts[name], pose.blend(snapshot, snapshot, 1.0))


def read(texture: moderngl.Texture) -> Image.Image:
    """Return a texture as a picture, first row on top."""
    picture = Image.frombytes("RGBA", texture.size, texture.read())
    return picture.convert("RGB").transpose(Image.Transpose.FLIP_TOP_BOTTOM)


class Studio:
    """A context and a renderer kept for several pictures of one scene; use it in `with`."""

    def __init__(self, scene: SceneSpec, quality: Quality | str) -> None:
        self.scene = scene
        self.ctx = open_context()
        self.renderer = Renderer(self.ctx, scene, quality)

    def __enter__(self) -> "Studio":
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Free the GPU."""
        self.renderer.release()
        close_context(self.ctx)

    def shot(
        self,
        snapshot: Snapshot,
        view: str | View | None,
        size: tuple[int, int],
        **options: object,
    ) -> Image.Image:
        """Return the picture of one snapshot; `options` as of `Renderer.render`.

        A robot camera in trouble, or near a source, shows what arrives of its picture.
        """
        arrived = arrival.find(snapshot, view) if isinstance(view, str) else None
        moment = arrived.seen if arrived else snapshot
        seen = find_view(self.scene, moment, view)
        exposure = arrival.find_exposure(moment, view) if isinstance(view, str) else 0.0
        options = {"arrived": arrived, "exposure": exposure, **options}
        texture = self.renderer.render(snapshot, snapshot, 1.0, seen, size, **options)  # type: ignore[arg-type]
        picture = read(texture)
        return picture if picture.size == size else picture.resize(size, Image.Resampling.BICUBIC)


def shot(
    scene: SceneSpec,
    snapshot: Snapshot,
    view: str | View | None,
    size: tuple[int, int],
    quality: Quality | str = "high",
) -> Image.Image:
    """Return one picture of a scene at a snapshot, seen by a camera's name or a view.

    Raises:
        ContextError: no OpenGL on this machine.
        ValueError: no camera has this name.
    """
    with Studio(scene, quality) as studio:
        return studio.shot(snapshot, view, size)


def save(picture: Image.Image, path: str | Path) -> None:
    """Write a picture, making its folder."""
    with beside(Path(path)) as part:
        picture.save(part)
