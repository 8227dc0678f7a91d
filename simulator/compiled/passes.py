"""The way of a kernel through numba: of its passes only those that kernels need.

numba's own way asks 27 times for what kernels do not have (closures, `with`, array expressions,
generators, literals) and finds eight times which variable lives where, to count references. Kernels
count none.
"""

from typing import Any

from numba.core import transforms
from numba.core.analysis import dead_branch_prune
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import FunctionPass, PassManager, register_pass
from numba.core.interpreter import Interpreter
from numba.core.ir_utils import build_definitions
from numba.core.rewrites.registry import rewrite_registry
from numba.core.ssa import reconstruct_ssa
from numba.core.typed_passes import NoPythonBackend, NopythonTypeInference, PreLowerStripPhis

from .lowering import KernelLowering


@register_pass(mutates_CFG=True, analysis_only=False)
class Reading(FunctionPass):
    """Reads Python's bytecode as statements in which every variable is assigned once."""

    _name = "reading"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> Any:
        """Fill in `func_ir`; branches on constants that are not taken are left out."""
        code = Interpreter(state.func_id).interpret(state.bc)
        state.func_ir, state.nargs = code, code.arg_count
        if len(state.args) != code.arg_count:
            raise TypeError(f"{code.arg_count} arguments are needed, {len(state.args)} are given")
        code.blocks = transforms.canonicalize_cfg(code.blocks)
        dead_branch_prune(code, state.args)
        rewrite_registry.apply("before-inference", state)
        reconstruct_ssa(code)
        code._definitions = build_definitions(code.blocks)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class Joining(FunctionPass):
    """Assigns where branches come from what a variable is where they join."""

    _name = "joining"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> Any:
        """Replace `phi`; what is alive where is not asked, for nothing is released."""
        strip: Any = PreLowerStripPhis()
        state.func_ir = strip._strip_phi_nodes(state.func_ir)
        state.func_ir._definitions = build_definitions(state.func_ir.blocks)
        return True


class KernelCompiler(CompilerBase):
    """Compiles one kernel."""

    def define_pipelines(self) -> list[PassManager]:
        """Return the passes in their order."""
        passes = PassManager("kernel")
        for one in (Reading, NopythonTypeInference, Joining, KernelLowering, NoPythonBackend):
            passes.add_pass(one, one._name)
        passes.finalize()
        return [passes]
