# Tests of the compiler and its tools, in two suites made from this one file: plain, and with
# --verify-roundtrip added to every call of tp-opt. A file that cannot take the second says
# "UNSUPPORTED: roundtrip"; files that do not call tp-opt run only in the first.
import os
import sys

import lit.formats
from lit.llvm import llvm_config
from lit.llvm.subst import ToolSubst

sys.path.insert(0, os.path.dirname(__file__))
from roundtrip_format import RoundTripTest

config.name = "tp-mlir-roundtrip" if config.tp_roundtrip else "tp-mlir"
config.test_format = (RoundTripTest if config.tp_roundtrip else lit.formats.ShTest)(False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["unit", "corpus", "Inputs", "lit.cfg.py"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = config.tp_exec_root
if lit_config.maxIndividualTestTimeIsSupported[0]:
    lit_config.maxIndividualTestTime = config.tp_timeout

tp_opt_args = ["--verify-roundtrip"] if config.tp_roundtrip else []
file_check_args = ["-enable-var-scope", "--allow-unused-prefixes=false"]
llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)
llvm_config.add_tool_substitutions(
    [
        ToolSubst("tp-opt", extra_args=tp_opt_args),
        ToolSubst("tp-run"),
        ToolSubst("tp-lsp-server"),
        ToolSubst("mlir-opt"),
        ToolSubst("FileCheck", extra_args=file_check_args),
        ToolSubst("not"),
        ToolSubst("split-file"),
        ToolSubst("count"),
    ],
    [config.tp_tools_dir, config.llvm_tools_dir],
)
config.substitutions.append(("%tp_plugin", config.tp_plugin))
config.substitutions.append(("%tp_source", config.tp_source_root))
config.substitutions.append(("%tp_build", config.tp_build_root))
config.substitutions.append(
    ("%corpus", os.path.join(config.test_source_root, "Integration", "corpus"))
)
config.substitutions.append(("%python", sys.executable))
npz = os.path.join(config.test_source_root, "Integration", "npz.py")
config.substitutions.append(("%npz", f"{sys.executable} -S -E {npz}"))

if config.tp_roundtrip:
    config.available_features.add("roundtrip")
if config.tp_sanitize:
    config.available_features.add("sanitizer")
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
