# The test format of the suite that runs with --verify-roundtrip; lit needs it in a module.
import lit.formats


class RoundTripTest(lit.formats.ShTest):
    """The tests that call tp-opt."""

    def getTestsInDirectory(self, testSuite, path_in_suite, litConfig, localConfig):
        tests = super().getTestsInDirectory(testSuite, path_in_suite, litConfig, localConfig)
        for test in tests:
            with open(test.getSourcePath(), encoding="utf-8") as file:
                if any("RUN:" in line and "tp-opt" in line for line in file):
                    yield test
