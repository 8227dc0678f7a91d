"""The page's own files, read once; nothing else is served."""

import importlib.util
from http import HTTPStatus
from importlib import resources
from pathlib import Path

from websockets.datastructures import Headers
from websockets.http11 import Response

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
FONTS = {"/regular.ttf": "Roboto-Regular.ttf", "/bold.ttf": "Roboto-Bold.ttf"}  # as style.css asks
RULES = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; "
    "connect-src 'self' ws:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Connection": "close",
}


def load() -> dict[str, tuple[str, bytes]]:
    """Return the page's files by path: kind and bytes."""
    folder = resources.files("simulator.instructor") / "page"
    found = {
        f"/{file.name}": (KINDS[suffix], file.read_bytes())
        for file in folder.iterdir()
        if (suffix := "." + file.name.rpartition(".")[2]) in KINDS
    }
    return found | {"/": found["/index.html"]} | _load_fonts()


def _load_fonts() -> dict[str, tuple[str, bytes]]:
    """Return the window's typeface, where it is: without it the page is in another one."""
    home = importlib.util.find_spec("imgui_bundle")  # it ships Roboto; it is not imported here
    if home is None or home.origin is None:
        return {}
    folder = Path(home.origin).parent / "assets" / "fonts" / "Roboto"
    files = {path: folder / name for path, name in FONTS.items()}
    return {path: ("font/ttf", file.read_bytes()) for path, file in files.items() if file.exists()}


def answer(status: HTTPStatus, kind: str, body: bytes) -> Response:
    """Return a whole answer, with what a browser must not do with it."""
    headers = Headers(RULES)
    headers["Content-Type"] = kind
    headers["Content-Length"] = str(len(body))
    return Response(status.value, status.phrase, headers, body)


def refuse(status: HTTPStatus, text: str) -> Response:
    """Return an answer that says why not."""
    return answer(status, "text/plain; charset=utf-8", f"{text}\n".encode())
