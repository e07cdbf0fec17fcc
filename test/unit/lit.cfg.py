# The unit tests: every program in one directory whose name ends in Tests.
import os

import lit.formats

os.makedirs(config.tp_unit_bin, exist_ok=True)
config.name = "tp-mlir-unit"
config.suffixes = []
config.test_source_root = config.tp_unit_bin
config.test_exec_root = config.tp_unit_bin
config.test_format = lit.formats.GoogleTest(".", "Tests")
if lit_config.maxIndividualTestTimeIsSupported[0]:
    lit_config.maxIndividualTestTime = config.tp_timeout
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
