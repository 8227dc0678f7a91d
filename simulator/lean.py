"""Kernels that only other kernels call get no machine code of their own: far less to compile.

numba optimises and translates every function by itself, and again as a part of each one that calls
it. Here code that Python cannot call waits until it is linked into a function that Python calls;
that one is optimised and translated once, with all that it calls. Whoever asks for the address of
a waiting function (numba's own run time does) still gets it.
"""

from typing import Any

from llvmlite.binding import parse_bitcode
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen

WRAPPER = "_ZN7cpython"  # how the names of what Python calls begin
_environments: dict[str, Any] = {}  # of functions that wait


class Library(JITCodeLibrary):
    """The code of a function, of what it calls, and of its wrapper for Python if it has one."""

    _waits = False

    def _list_defined(self) -> list[str]:
        return [fn.name for fn in self._final_module.functions if not fn.is_declaration]

    def _optimize_final_module(self) -> None:
        self._waits = not any(name.startswith(WRAPPER) for name in self._list_defined())
        if not self._waits:
            super()._optimize_final_module()

    def _finalize_final_module(self) -> None:
        if not self._waits:
            super()._finalize_final_module()
            return
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def serialize_using_object_code(self) -> Any:
        """Return what the cache keeps: of code that waits, the plain code."""
        return (
            super().serialize_using_bitcode()
            if self._waits
            else super().serialize_using_object_code()
        )

    @classmethod
    def _unserialize(cls, codegen: Any, state: tuple[str, str, Any]) -> Any:
        name, kind, data = state
        if kind != "bitcode":
            return super()._unserialize(codegen, state)
        library = codegen.create_library(name)
        library._waits, library._final_module = True, parse_bitcode(data)
        library._finalize_final_module()
        return library

    def get_pointer_to_function(self, name: str) -> int:
        """Return a function's address, translating it first if it waits; 0 if there is none."""
        self._ensure_finalized()
        if self._waits and name in self._list_defined():
            self._get_module_for_linking()  # callers link what is not optimised yet
            self._waits = False
            super()._optimize_final_module()
            super()._finalize_final_module()
        return super().get_pointer_to_function(name)


def _set_environment(codegen: Any, name: str, environment: Any) -> None:
    """Give a function its environment; one that waits gets it when its caller is translated."""
    _environments[name] = environment
    for known in [known for known in _environments if codegen._engine.is_symbol_defined(known)]:
        _set(codegen, known, _environments.pop(known))


_set: Any = JITCPUCodegen.set_env


def install() -> None:
    """Make numba compile so; before the first kernel."""
    codegen: Any = JITCPUCodegen
    codegen._library_class, codegen.set_env = Library, _set_environment
