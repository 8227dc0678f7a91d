"""What the program's source says of files: every message that stands beside a code, or is raised.

Sources are read, not run: a text is followed through names, sums and choices of its function. What
is not known before a run is a hole: `A` to `Z`, in quotes where the source has `!r`.
"""

import ast
import itertools
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import simulator

ROOT = Path(simulator.__file__).parent
ROOMS = ("spec", "diagram", "outside", "advice", "console", "mismatches.py", "checking.py")
CODE = re.compile(r"E\d{3}|[a-z]+-[a-z]+")
RAISED = {
    "BadMesh": "E802",
    "FmuError": "E822",
    "note": "E811",
    "RunnerError": "outside",
}  # with a code of their own
SAYS = {"ValueError": (0, "diagram"), "MisplacedError": (1, "diagram")}  # which a parameter is
WORDS = re.compile(r"[a-z]{2,} [a-z]{2,}|\0.* [a-z]{2,}|[a-z]{2,} .*\0")
HOLE, QUOTED = "\0", "'\0'"
MOST = 48  # texts that one expression may be


class _Module:
    """A source file: what its expressions may say."""

    def __init__(self, path: Path) -> None:
        self.tree = ast.parse(path.read_text())
        nodes = [node for node in ast.walk(self.tree) if isinstance(node, ast.FunctionDef)]
        self.functions = {node.name: node for node in nodes}
        self.constants: dict[str, ast.expr] = {}
        for node in self.tree.body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                self.constants[node.targets[0].id] = node.value

    def read(self, node: ast.expr, known: dict[str, set[str]], depth: int = 0) -> set[str]:
        """Return the texts that an expression may be."""
        if depth > 4:
            return {HOLE}
        if isinstance(node, ast.Constant):
            return {node.value} if isinstance(node.value, str) else {HOLE}
        if isinstance(node, ast.FormattedValue):
            found = self.read(node.value, known, depth + 1)
            return {QUOTED if node.conversion == ord("r") else one for one in found}
        if isinstance(node, ast.JoinedStr):
            parts = [sorted(self.read(one, known, depth + 1)) for one in node.values]
            return {"".join(one) for one in itertools.islice(itertools.product(*parts), MOST)}
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            sides = (self.read(one, known, depth + 1) for one in (node.left, node.right))
            return {one + more for one, more in itertools.product(*sides)}
        if isinstance(node, ast.IfExp):
            sides = (self.read(one, known, depth + 1) for one in (node.body, node.orelse))
            return set().union(*sides)
        if isinstance(node, ast.BoolOp):
            return set().union(*(self.read(one, known, depth + 1) for one in node.values))
        if isinstance(node, ast.Name):
            if node.id in known:
                return known[node.id]
            constant = self.constants.get(node.id)
            return {HOLE} if constant is None else self.read(constant, {}, depth + 1)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if called := self.functions.get(node.func.id):
                inner = self.follow(called.body, {}, depth=depth + 1)
                ends = [one for one in ast.walk(called) if isinstance(one, ast.Return)]
                texts = [self.read(one.value, inner, depth + 1) for one in ends if one.value]
                return set().union(*texts) or {HOLE}
        return {HOLE}

    def follow(
        self,
        statements: list[ast.stmt],
        known: dict[str, set[str]],
        line: int = 10**9,
        depth: int = 0,
    ) -> dict[str, set[str]]:
        """Return what names may be after some statements, or where a line in them begins."""
        known = dict(known)
        for one in statements:
            if one.lineno > line:
                break
            test = getattr(one, "test", None)
            for part in ast.walk(test) if test is not None else ():
                if isinstance(part, ast.NamedExpr):
                    known[part.target.id] = self.read(part.value, known, depth + 1)
            if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name):
                known[one.targets[0].id] = self.read(one.value, known, depth + 1)
            elif isinstance(one, ast.AugAssign) and isinstance(one.target, ast.Name):
                sides = known.get(one.target.id, {HOLE}), self.read(one.value, known, depth + 1)
                known[one.target.id] = {"".join(both) for both in itertools.product(*sides)}
            blocks = [getattr(one, name, []) for name in ("body", "orelse")]
            blocks += [handler.body for handler in getattr(one, "handlers", [])]
            ways = [known]
            for block in blocks if not isinstance(one, ast.FunctionDef) else ():
                way = self.follow(block, known, line, depth)
                if block and block[0].lineno <= line <= (block[-1].end_lineno or 0):
                    return way
                ways.append(way)
            names = {name for way in ways for name in way}
            texts = {name: [way.get(name, set()) for way in ways] for name in names}
            known = {name: set(sorted(set().union(*texts[name]))[:MOST]) for name in names}
        return known

    def list_messages(self, room: str) -> Iterator[tuple[str, str]]:
        """Yield (code, message) of all functions."""
        for function in self.functions.values():
            for node in ast.walk(function):
                if isinstance(node, ast.Call | ast.Tuple):
                    known = self.follow(function.body, {}, node.lineno)
                    for code, arg in self._pair(node, known, room):
                        yield from ((code, one) for one in self.read(arg, known))

    def _pair(
        self, node: ast.Call | ast.Tuple, known: dict[str, set[str]], room: str
    ) -> Iterator[tuple[str, ast.expr]]:
        """Yield each code among some values with the values beside it."""
        args = node.args if isinstance(node, ast.Call) else node.elts
        for row, one in enumerate(args):
            if isinstance(one, ast.Constant | ast.Name | ast.IfExp):
                codes = [code for code in self.read(one, known) if CODE.fullmatch(code)]
                beside = [*args[max(row - 1, 0) : row], *args[row + 1 : row + 2]]
                yield from itertools.product(codes, beside)
        called = node.func if isinstance(node, ast.Call) else None
        name = getattr(called, "id", getattr(called, "attr", ""))
        if name in RAISED:
            yield from ((RAISED[name], arg) for arg in args if not isinstance(arg, ast.Name))
        place, where = SAYS.get(name, (0, ""))
        if where == room and len(args) > place:
            yield "bad-parameter", args[place]


def list_messages(rooms: Iterable[str] = ROOMS) -> dict[str, set[str]]:
    """Return every message of some rooms by its code, a letter for each hole."""
    found: dict[str, set[str]] = {}
    for room in rooms:
        path = ROOT / room
        for file in [path] if path.is_file() else sorted(path.rglob("*.py")):
            for code, text in _Module(file).list_messages(room):
                if WORDS.search(text):
                    found.setdefault(code, set()).add(_fill(text))
    return found


def _fill(text: str) -> str:
    """Return a text with a letter for each hole; what hangs on a word or a hole is left out."""
    letters = iter("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return re.sub(HOLE, lambda _: next(letters), re.sub(r"(?<=[a-z0-9\0])\0+", "", text))
