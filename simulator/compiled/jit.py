"""The only door to numba: the `kernel` decorator and the folder its compiled code is kept in.

numba's own cache does not notice an edit in a kernel of *another* file. Here a compiled kernel is
kept as long as its own file, every kernel file that it imports, directly or not, and the counts of
branches are the same.
"""

import contextlib
import functools
import hashlib
import os
import platform
import re
from collections.abc import Callable, Iterator
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

import llvmlite.binding as llvm
import platformdirs

Function = TypeVar("Function", bound=Callable[..., Any])
PACKAGE = Path(__file__).resolve().parents[1]
KERNEL_ROOMS = ("compiled", "exact", "physics", "diagram", "faults")
# a search, not a parser: it runs at every start, over every kernel file
IMPORT = re.compile(r"^ *from +(\.*)([\w.]*) +import +(\([^)]*\)|.*)", re.MULTILINE)
WORD = re.compile(r"\w+")
HASH = 16  # bytes at the end of a file of the cache
KNOWN = 22  # the newest version of LLVM whose options are known

CACHES = Path(platformdirs.user_cache_dir("simulator")) / "kernels"  # of all versions of numba
os.environ.setdefault("NUMBA_CACHE_DIR", str(CACHES / version("numba")))
IS_OWN = Path(os.environ["NUMBA_CACHE_DIR"]).parent == CACHES  # else it may be one that many share
os.environ["NUMBA_CACHE_LOCATOR_CLASSES"] = f"{__name__}.KernelLocator"
os.environ["NUMBA_SLP_VECTORIZE"] = "1"  # numbers that lie in a row go together, to the same bits


def _choose_width() -> None:
    """Have registers of 256 bits used where there are wider ones: rows are three and six long.

    Everything gains a twentieth by it but what works on many numbers at a time, see `wide`.
    """
    try:
        features = llvm.get_host_cpu_features()
    except RuntimeError:  # nobody knows this processor
        return
    if features.get("avx512f"):
        os.environ.setdefault("NUMBA_CPU_NAME", llvm.get_host_cpu_name())
        os.environ.setdefault("NUMBA_CPU_FEATURES", f"{features.flatten()},+prefer-256-bit")


_choose_width()
if llvm.llvm_version_info[0] <= KNOWN:  # a version without the option would end the program
    # repeated loads are found without it, too; it takes a quarter of the pass over the whole
    llvm.set_option("", "--enable-gvn-memdep=false")

import numba.extending  # noqa: E402  (the cache has to be named first)
from llvmlite import ir  # noqa: E402
from numba.core.caching import (  # noqa: E402
    FunctionCache,
    IndexDataCacheFile,
    UserProvidedCacheLocator,
)
from numba.core.targetconfig import ConfigStack  # noqa: E402
from numba.np import arrayobj  # noqa: E402

from . import ageing, branches, lean, lowering, passes, refuge  # noqa: E402

lean.install()


@functools.cache
def list_imports(path: Path) -> frozenset[Path]:
    """Return the kernel files of this package that a file of it, or beside it, imports."""
    is_ours = path.is_relative_to(PACKAGE)
    package = path.relative_to(PACKAGE).parts[:-1] if is_ours else ()
    found: set[Path] = set()
    for dots, name, names in IMPORT.findall(path.read_text(encoding="utf-8")):
        module = tuple(name.split(".")) if name else ()
        if dots and is_ours:
            parts = (*package[: len(package) - len(dots) + 1], *module)
        elif module[:1] == (PACKAGE.name,):
            parts = module[1:]
        else:
            continue
        for tail in ((), *((word,) for word in WORD.findall(names))):
            where = (*parts, *tail)
            file = PACKAGE.joinpath(*where).with_suffix(".py")
            if where[:1] and where[0] in KERNEL_ROOMS and file.is_file():
                found.add(file)
    return frozenset(found)


@functools.cache
def _hash_counts() -> bytes:
    return hashlib.blake2b(branches.FILE.read_bytes()).digest()


@functools.cache
def stamp(path: Path) -> str:
    """Return a hash of a file, of all kernel files it leads to, of counts, of library versions."""
    reached, waiting = {path}, [path]
    while waiting:
        new = list_imports(waiting.pop()) - reached
        reached |= new
        waiting += new
    digest = hashlib.blake2b(digest_size=16)
    for file in sorted(reached):
        digest.update(file.name.encode() + file.read_bytes())
    digest.update(_hash_counts())
    digest.update(f"{version('numpy')} {platform.python_version()}".encode())
    return digest.hexdigest()


class KernelLocator(UserProvidedCacheLocator):
    """Tells numba where a kernel's code is kept and for which sources it is good."""

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> "KernelLocator | None":
        """Return a kernel's locator; its folder may be one that can only be read."""
        return cls(py_func, py_file) if os.path.exists(py_file) else None

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """Return a kernel's folder in the cache: the same wherever the program is installed."""
        path = Path(py_file).resolve()
        if not path.is_relative_to(PACKAGE):
            return super().get_suitable_cache_subpath(py_file)
        return ".".join(path.relative_to(PACKAGE.parent).parts[:-1])

    def get_source_stamp(self) -> Any:
        """Return the stamp of the kernel's file with all that it imports."""
        return stamp(Path(self._py_file).resolve())

    def get_disambiguator(self) -> str:
        """Return what tells a kernel's file from others: the stamp too.

        numba reads a file before it looks at its stamp, and an older version's may name table
        classes that are no longer there.
        """
        return f"{super().get_disambiguator()}{stamp(Path(self._py_file).resolve())[:8]}"


intrinsic: Any = numba.extending.intrinsic
kinds: Any = numba.types
# no counting of references: kernels allocate nothing, and tables outlive them
OPTIONS: dict[str, Any] = {
    "nogil": True, "fastmath": False, "error_model": "numpy", "_nrt": False,
    "pipeline_class": passes.KernelCompiler,
}  # fmt: skip
_kernels: list[Any] = []  # as Python calls them
_inner: list[Any] = []  # as other kernels call them
_compile: Any = numba.njit
_count: Any = arrayobj.fix_integer_index


def _index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """Generate an index into an array: kernels count from the front, a -1 in a table is "none".

    Python's -1 for the last item costs a comparison at every access; only a written one is known.
    """
    flags: Any = ConfigStack.top_or_none()
    is_kernel = flags is not None and not flags.nrt
    if is_kernel and not (isinstance(index, ir.Constant) and index.constant < 0):
        return context.cast(builder, index, kind, numba.types.intp)
    return _count(context, builder, kind, index, size)


arrays: Any = arrayobj
arrays.fix_integer_index = _index


def _one_integer(resolve: Any, kinds: tuple, keywords: dict[str, Any]) -> Any:
    """Resolve a call between kernels with every integer as int64.

    Otherwise numba compiles a kernel anew for each constant and each width it is called with.
    """
    wide = tuple(_widen(kind) for kind in kinds)
    return resolve(wide, {name: _widen(kind) for name, kind in keywords.items()})


def _widen(kind: Any) -> Any:
    kind = numba.types.unliteral(kind)
    return numba.types.int64 if isinstance(kind, numba.types.Integer) else kind


def _copy(function: Any, ending: str) -> Any:
    """Return a twin under another name, by which the cache tells the two apart."""
    twin = FunctionType(function.__code__, function.__globals__, function.__name__)
    twin.__qualname__, twin.__module__ = f"{function.__qualname__}{ending}", function.__module__
    twin.__defaults__, twin.__doc__ = function.__defaults__, function.__doc__
    return twin


class Files(IndexDataCacheFile):
    """The files of a kernel in the cache, each with its hash at the end.

    One that is damaged, as a full disk or a lost power leave it, is as if it were not there.
    """

    @contextlib.contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[Any]:
        with super()._open_for_write(filepath) as file:
            held = BytesIO()
            yield held
            file.write(held.getvalue() + _hash(held.getvalue()))

    def _load_index(self) -> Any:
        return super()._load_index() if _is_whole(self._index_path) else {}

    def _load_data(self, name: str) -> Any:
        return super()._load_data(name) if _is_whole(self._data_path(name)) else None


def _hash(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=HASH).digest()


def _is_whole(path: str) -> bool:
    try:
        data = Path(path).read_bytes()
    except OSError:
        return False
    if data[-HASH:] != _hash(data[:-HASH]):
        return False
    ageing.note_use(path)
    return True


class KernelCache(FunctionCache):
    """The cache of a kernel, in its own folder or in another."""

    def __init__(self, function: Any, folder: Path | None = None) -> None:
        super().__init__(function)
        locator: Any = self._impl.locator
        if folder is not None:
            self._cache_path = locator._cache_path = str(folder)
        self._cache_file = Files(
            self._cache_path, self._impl.filename_base, locator.get_source_stamp()
        )


class Kept:
    """The cache of a kernel, found when it is first needed: most are kept within their callers."""

    def __init__(self, function: Any) -> None:
        self._function = function
        self._spares: dict[Path, KernelCache] = {}  # by their folder

    @functools.cached_property
    def _cache(self) -> Any:
        return KernelCache(self._function)

    def _caches(self) -> Iterator[Any]:
        """Return the kernel's own cache, and what takes its place where that cannot be written."""
        yield self._cache
        found = refuge.find(self._cache.cache_path)
        if found and found.folder:
            if found.folder not in self._spares:
                self._spares[found.folder] = KernelCache(self._function, found.folder)
            yield self._spares[found.folder]

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Return what is kept of a kernel, None where it has to be compiled."""
        return next(
            filter(None, (one.load_overload(signature, context) for one in self._caches())), None
        )

    def save_overload(self, signature: Any, data: Any) -> None:
        """Keep what was compiled, but not for a table class of a test: others cannot import it."""
        classes = [getattr(kind, "instance_class", None) for kind in data.signature.args]
        if not all(one is None or one.__module__.startswith(PACKAGE.name) for one in classes):
            return
        for cache in self._caches():
            try:
                cache.save_overload(signature, data)
            except OSError as error:  # what is kept nowhere is compiled anew each time
                refuge.leave(cache.cache_path, error)
            else:
                if IS_OWN:
                    ageing.sweep_at_exit(CACHES)
                return

    def is_there(self) -> bool:
        """Return whether anything is kept of the kernel."""
        return any(os.path.exists(one._cache_file._index_path) for one in self._caches())

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cache, name)


def kernel(function: Function) -> Function:
    """Compile a plain loop over tables: no GIL, cached on disk, the same bits every time.

    A kernel called by another one is compiled without the wrapper that Python calls, and waits to
    be translated with its caller (`lean`); it is cached so that an edit elsewhere spares it.
    """
    return _make(function, branches.INNER)


def woven(function: Function) -> Function:
    """Compile a small kernel into each of its callers: its results never leave the registers."""
    return _make(function, branches.INNER, forceinline=True)


def wide(function: Function) -> Function:
    """Compile a kernel that works on eight numbers and more at a time for the widest registers."""
    return _make(function, lowering.WIDE)


def part(function: Function) -> Function:
    """Compile a large kernel that others call seldom, a few times a step, and translate it at once.

    It is translated once for all that call it, and by whichever process comes to it first.
    """
    return _make(function, lean.PART)


def _make(function: Any, ending: str, **more: Any) -> Any:
    outer: Any = _compile(no_cfunc_wrapper=True, **OPTIONS)(function)
    outer._cache = Kept(function)

    @functools.cache
    def inner() -> Any:
        twin = _copy(function, ending)
        result: Any = _compile(no_cpython_wrapper=True, no_cfunc_wrapper=True, **OPTIONS, **more)(
            twin
        )
        if not function.__name__.startswith("_"):  # others change with their only callers
            result._cache = Kept(twin)
        _inner.append(result)
        return result

    def resolve(kinds: tuple, keywords: dict[str, Any]) -> Any:
        return _one_integer(inner().get_call_template, kinds, keywords)

    outer.get_call_template = resolve
    outer.get_overload = lambda signature: inner().get_overload(signature)
    _kernels.append(outer)
    return outer


def compile_inner(one: Any, *arguments: Any) -> None:
    """Compile a kernel into the cache as other kernels call it, with arguments of these types."""
    one.get_call_template(arguments, {})


def compile_outer(one: Any, *arguments: Any) -> None:
    """Compile a kernel into the cache as Python calls it, with arguments like these."""
    one.compile(tuple(numba.typeof(each) for each in arguments))


def is_kept(one: Any) -> bool:
    """Return whether the cache has the code of a kernel that Python calls."""
    return one._cache.is_there()


def progress() -> tuple[int, int]:
    """Return how many kernels are ready and how many there are."""
    return sum(1 for one in _inner if one.signatures), len(_kernels)
