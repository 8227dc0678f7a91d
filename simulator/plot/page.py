"""A figure as SVG, and as a page whose cursor reads all curves."""

import json

import numpy as np
from markupsafe import Markup
from numpy.typing import NDArray

from . import svg
from .figure import LEFT, RIGHT, Box, Figure, Line, Row

STYLE = "font-family:Roboto,'Segoe UI','Noto Sans',sans-serif"
PAGE = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><title>{title}</title><style>
body {{ margin: 24px; font: 13px Roboto, "Segoe UI", "Noto Sans", sans-serif; color: #12181E; }}
svg {{ max-width: 100%; height: auto; }}
#now {{ columns: 4; max-width: 1080px; min-height: 5em; margin: 8px 0 0 {left}px; padding: 0; }}
#now li {{ list-style: none; font-variant-numeric: tabular-nums; }}
#now b {{ font-weight: 700; }}
</style></head><body>
{drawing}
<ul id="now"></ul>
<script>
const data = {data}, left = {left}, right = {right};
const picture = document.querySelector("svg"), list = document.getElementById("now");
const cursor = document.createElementNS("http://www.w3.org/2000/svg", "line");
cursor.setAttribute("stroke", "#08617C"); cursor.setAttribute("y2", picture.viewBox.baseVal.height);
picture.append(cursor);
picture.addEventListener("pointermove", event => {{
  const at = new DOMPoint(event.clientX, event.clientY)
    .matrixTransform(picture.getScreenCTM().inverse());
  const share = Math.min(1, Math.max(0, (at.x - left) / (right - left)));
  const end = data.times.length - 1, span = data.times[end] - data.times[0];
  const k = Math.min(end, Math.round(share * end)), x = left + (right - left) * k / end;
  cursor.setAttribute("x1", x); cursor.setAttribute("x2", x);
  const lines = [["t", data.times[k], "s"], ...data.curves.map(c => [c.name, c.values[k], c.unit])];
  list.replaceChildren(...lines.map(([name, value, unit]) => {{
    const item = document.createElement("li"), number = document.createElement("b");
    number.textContent = value;
    item.append(name + " = ", number, " " + unit);
    return item;
  }}));
}});
</script></body></html>
"""


def draw_svg(figure: Figure) -> Markup:
    """Return a figure as an SVG document."""
    parts = [_draw(part) for part in figure.parts]
    return svg.tag(
        "svg",
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        width=figure.width,
        height=figure.height,
        viewBox=f"0 0 {figure.width:g} {figure.height:g}",
        style=STYLE,
        role="img",
        aria_label=figure.title,
    )


def _draw(part) -> Markup:
    if isinstance(part, Box):
        return svg.tag(
            "rect", x=part.x, y=part.y, width=part.width, height=part.height, fill=part.fill
        )
    if isinstance(part, Line):
        return svg.tag(
            "path",
            d=svg.line(part.points),
            fill="none",
            stroke=part.colour,
            stroke_width=part.width,
            stroke_linejoin="round",
            stroke_dasharray="7 4" if part.dashed else None,
        )
    return svg.tag(
        "text",
        part.text,
        x=part.x,
        y=part.y,
        fill=part.colour,
        font_size=part.size,
        font_weight="700" if part.bold else None,
        text_anchor=part.anchor,
    )


def draw_page(figure: Figure, times: NDArray[np.float64], rows: list[Row], language: str) -> str:
    """Return a figure as a page that needs nothing else."""
    curves = [
        {"name": name, "unit": row.unit, "values": [_short(value) for value in values.tolist()]}
        for row in rows
        for name, values in row.curves
    ]
    data = json.dumps({"times": [_short(value) for value in times.tolist()], "curves": curves})
    return PAGE.format(
        language=language,
        title=Markup.escape(figure.title),
        drawing=draw_svg(figure),
        data=data.replace("</", "<\\/"),
        left=LEFT,
        right=figure.width - RIGHT,
    )


def _short(value: float) -> float | None:
    return float(f"{value:.6g}") if np.isfinite(value) else None
