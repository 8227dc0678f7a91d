"""Kernels that only other kernels call get no machine code of their own: far less to compile.

numba optimises and translates every function by itself, and again as a part of each one that calls
it. Here code that Python cannot call waits until it is linked into a function that Python calls;
that one is optimised and translated once, with all that it calls. Whoever asks for the address of
a waiting function (numba's own run time does) still gets it. A part (`jit.part`) does not wait: it
is large enough to be translated by itself, once for all that call it.

What the cache keeps is loaded without what only a compiler needs: numba's tables of types and
functions (and with them scipy).
"""

import gc
from typing import Any

from llvmlite.binding import Linkage, ffi, parse_assembly, parse_bitcode
from numba.core import ir
from numba.core.caching import FunctionCache
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.compiler import CompileResult
from numba.core.dispatcher import Dispatcher
from numba.core.targetconfig import ConfigStack
from numba.core.types.functions import BaseFunction

WRAPPER = "_ZN7cpython"  # how the names of what Python calls begin
PART = ".part"  # how the names of libraries end that are translated by themselves
_environments: dict[str, Any] = {}  # of functions that wait


class Library(JITCodeLibrary):
    """The code of a function, of what it calls, and of its wrapper for Python if it has one.

    A part has machine code of its own too, which those who call it find by its name. Whoever keeps
    code in the cache keeps that of the parts which it calls beside it.
    """

    _waits = False
    _code: bytes | None = None  # the machine code, for the caches of those who call it too
    _parts: dict[str, "Library"]  # what is called by name

    def finalize(self) -> None:
        """Link what is called, then optimise and translate it if it does not wait."""
        self._parts = {}
        for library in self._linking_libraries:
            self._parts |= library._parts
        super().finalize()

    def _list_defined(self) -> list[str]:
        return [fn.name for fn in self._final_module.functions if not fn.is_declaration]

    def _optimize_final_module(self) -> None:
        is_part = self.name.endswith(PART)
        self._waits = not is_part and not any(
            name.startswith(WRAPPER) for name in self._list_defined()
        )
        if self._waits:
            return
        own = self._close()
        super()._optimize_final_module()
        if is_part:
            self._parts = self._parts | {own: self}
            _parts[own] = self

    def _close(self) -> str:
        """Tell LLVM that nobody else calls the functions that were linked in; return its own.

        What is called from one place becomes a part of its caller, and arguments that are the same
        at every call, such as the strides of arrays, are known.
        """
        own = ""
        for fn in self._final_module.functions:
            if fn.is_declaration:
                continue
            if fn.linkage == Linkage.linkonce_odr:
                fn.linkage = Linkage.internal
            elif fn.linkage == Linkage.external:
                own = fn.name
        return own

    def _finalize_final_module(self) -> None:
        if not self._waits:
            super()._finalize_final_module()
            return
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        """Return what callers link: of a part nothing, of others all."""
        if self.name.endswith(PART):
            return parse_assembly(str(self._codegen._create_empty_module(self.name)))
        return super()._get_module_for_linking()

    def _get_compiled_object(self) -> Any:
        if self._code is None:
            self._code = super()._get_compiled_object()
        return self._code

    def serialize_using_object_code(self) -> Any:
        """Return what the cache keeps: machine code, or plain code where it waits."""
        parts = {name: (one.name, one._get_compiled_object()) for name, one in self._parts.items()}
        if self._waits:
            return self.name, "bitcode", self._final_module.as_bitcode(), parts
        return self.name, "object", self._get_compiled_object(), parts

    @classmethod
    def _unserialize(cls, codegen: Any, state: tuple[str, str, Any, dict]) -> Any:
        name, kind, code, kept = state
        parts = {one: cls._find_part(codegen, one, *rest) for one, rest in kept.items()}
        if name.endswith(PART):
            return next(one for one in parts.values() if one._code == code)
        if kind == "object":
            return cls._load(codegen, name, code, parts)
        library = codegen.create_library(name)
        library._waits, library._final_module = True, parse_bitcode(code)
        library._parts = parts
        library._finalize_final_module()
        return library

    @classmethod
    def _load(cls, codegen: Any, name: str, code: bytes, parts: dict[str, "Library"]) -> "Library":
        library = codegen.create_library(name)
        library._code, library._parts = code, parts
        library.enable_object_caching()
        library._set_compiled_object(code)
        library._finalize_final_module()
        return library

    @classmethod
    def _find_part(cls, codegen: Any, symbol: str, name: str, code: bytes) -> "Library":
        """Return a part that is loaded once, whoever asks for it."""
        if symbol not in _parts:
            _parts[symbol] = cls._load(codegen, name, code, {})
            _parts[symbol]._parts[symbol] = _parts[symbol]
        return _parts[symbol]

    def get_pointer_to_function(self, name: str) -> int:
        """Return a function's address, translating it first if it waits; 0 if there is none."""
        self._ensure_finalized()
        if self._waits and name in self._list_defined():
            self._get_module_for_linking()  # callers link what is not optimised yet
            self._waits = False
            super()._optimize_final_module()
            super()._finalize_final_module()
        return super().get_pointer_to_function(name)


_parts: dict[str, Library] = {}  # by the name that they are called by


def _set_environment(codegen: Any, name: str, environment: Any) -> None:
    """Give a function its environment; one that waits gets it when its caller is translated."""
    _environments[name] = environment
    for known in [known for known in _environments if codegen._engine.is_symbol_defined(known)]:
        _set(codegen, known, _environments.pop(known))


_set: Any = JITCPUCodegen.set_env


def _resolve_once(self: Any, context: Any, arguments: tuple, keywords: dict) -> Any:
    """Resolve a call of a function that numba knows: once for the same types of arguments.

    numba tries every overload anew for each `+` in the code, a quarter of the time it takes.
    """
    if keywords:
        return _resolve(self, context, arguments, keywords)
    flags: Any = ConfigStack.top_or_none()
    key = arguments, context, flags and (flags.error_model, flags.nrt)
    known = self.__dict__.setdefault("_resolved", {})
    if key not in known:
        known[key] = _resolve(self, context, arguments, keywords)
    return known[key]


_resolve: Any = BaseFunction.get_call_type


def _list_variables(self: Any, value: Any) -> list:
    """Return the variables in a part of a statement; numba asks ten times for each statement."""
    kind = type(value)
    if kind is ir.Var:
        return [value]
    if kind is dict:
        value = value.values()
    elif kind is not tuple and kind is not list:
        return value.list_vars() if isinstance(value, ir.Inst) else []
    found = []
    for one in value:
        kind = type(one)
        if kind is ir.Var:
            found.append(one)
        elif kind not in PLAIN:
            found += _list_variables(self, one)
    return found


PLAIN = frozenset((ir.Loc, str, int, float, bool, type(None)))


def _compile_calmly(self: Any, signature: Any) -> Any:
    """Compile with Python looking for unreachable objects seldom: a compiler makes many that stay.

    That takes it a tenth of the time otherwise.
    """
    before = gc.get_threshold()
    gc.set_threshold(SELDOM, *before[1:])
    try:
        return _compile(self, signature)
    finally:
        gc.set_threshold(*before)


SELDOM = 200_000  # objects made between two looks at the young ones
_compile: Any = Dispatcher.compile


def _rebuild(kind: Any, context: Any, code: Any, about: Any, *rest: Any) -> Any:
    """Return a kernel from the cache; what its machine code defines is told by its description."""
    environments = rest[-1]
    names = {about.llvm_func_name, about.env_name}
    if not code[0].endswith(PART):
        names |= {about.llvm_cpython_wrapper_name, *(one.env_name for one in environments)}
    if code[1] == "object":
        context.codegen()._engine._defined_symbols |= names
    return _rebuild_all(kind, context, code, about, *rest)


_rebuild_all: Any = CompileResult._rebuild.__func__  # type: ignore[attr-defined]


def _load(self: Any, signature: Any, context: Any) -> Any:
    """Look into the cache without numba's tables; a compiler that has to work loads them itself."""
    with self._guard_against_spurious_io_errors():
        return self._load_overload(signature, context)


def install() -> None:
    """Make numba compile so; before the first kernel."""
    codegen: Any = JITCPUCodegen
    codegen._library_class, codegen.set_env = Library, _set_environment
    function: Any = BaseFunction
    function.get_call_type = _resolve_once
    statement: Any = ir.Inst
    statement._rec_list_vars = _list_variables
    dispatcher: Any = Dispatcher
    dispatcher.compile = _compile_calmly
    cache: Any = FunctionCache
    cache.load_overload = _load
    result: Any = CompileResult
    result._rebuild = classmethod(_rebuild)
    ffi.lib._lock._cblist.clear()  # nobody asks how long LLVM was locked
