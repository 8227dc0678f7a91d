"""What of a page's texts shows, and where."""

from imgui_bundle import imgui

from simulator.ui.painting.paint import Paint


class Reader:
    """Reads a page: every text that shows, with its box in design pixels, one list a frame."""

    def __init__(self, canvas, monkeypatch, size, scale):
        self.canvas, self.size = canvas, size
        canvas.set_scale(scale)
        self.target = canvas.ctx.simple_framebuffer(size)
        self.frames = []
        written = Paint.text

        def write(p, x, y, text, colour=0, letters=14, is_bold=False, align=0.5):
            low, high = p._list.get_clip_rect_min(), p._list.get_clip_rect_max()
            if low.y <= p.y + (y - 6) * p.scale and p.y + (y + 6) * p.scale <= high.y:
                x0, y0 = p.x / p.scale, p.y / p.scale
                left = x0 + x - align * p.width(text, letters, is_bold)
                right = left + p.width(text, letters, is_bold)
                box = left, y0 + y - letters / 2, right, y0 + y + letters / 2
                self.frames[-1].append((text, box))
            written(p, x, y, text, colour, letters, is_bold, align)

        monkeypatch.setattr(Paint, "text", write)
        # pages are read here, not seen: a processor fills pixels for longer than all else takes
        monkeypatch.setattr(canvas.renderer, "_draw", lambda *mesh: None)

    def look(self, draw, count=1):
        for _ in range(count):
            self.frames.append([])
            self.canvas.frame(self.target, lambda p: draw(p, self.size))
        return [text for text, _ in self.frames[-1]]

    def scroll(self, draw):
        """Turn the page to its end by the wheel."""
        imgui.get_io().add_mouse_pos_event(self.size[0] / 2, self.size[1] / 3)
        for _ in range(40):
            imgui.get_io().add_mouse_wheel_event(0, -0.7)
            self.look(draw)

    def words(self):
        return " ".join(text for frame in self.frames for text, _ in frame)


def overlaps(one, other):
    return all(one[i] < other[i + 2] and other[i] < one[i + 2] for i in (0, 1))
