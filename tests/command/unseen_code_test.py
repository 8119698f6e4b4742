#!/usr/bin/env python3
"""If the wrapper links code that was not instrumented, the report names its object file or archive. It also says if lines are missing.

usage: unseen_code_test.py STAGE BUILD MPI [unittest arguments]
"""

import os
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "programs"))
sys.dont_write_bytecode = True

import jobs  # noqa: E402

STAGE, BUILD, MPI = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2]), sys.argv[3]
SOURCE = os.path.join(HERE, "unseen_code.c")


class UnseenCode(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="fencepost-test-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def call(self, *words):
        outcome = jobs.execute(list(words), 120, jobs.environment(MPI), self.folder)
        self.assertEqual(outcome.status, 0, outcome.output)

    def compile(self, name, *options, wrapped=True):
        wrapper = [os.path.join(STAGE, "bin", "fencepost-cc")] if wrapped else []
        self.call(*wrapper, f"mpicc.{MPI}", "-O1", "-g", "-fPIC", *options, "-c", SOURCE, "-o", name)

    def blind_spots(self, *inputs):
        self.call(os.path.join(STAGE, "bin", "fencepost-cc"), f"mpicc.{MPI}", *inputs, "-Wl,-rpath," + self.folder, "-o", "program")
        settings = jobs.Settings(stage=STAGE, build=BUILD)
        outcome, report = jobs.run_checked(os.path.join(self.folder, "program"), [], 2, MPI, settings, ["--fail-on-blind-spots"],
                                           os.path.join(self.folder, "findings.json"))
        self.assertIsNotNone(report, outcome.output)
        return report["blind_spots"], outcome.status, [finding["rule"] for finding in report["findings"]]

    def expect_unseen(self, what, *inputs):
        spots, status, rules = self.blind_spots(*inputs)
        self.assertEqual((len(spots), status, rules), (1, 2, []), spots)
        self.assertIn(f"The loads and stores of {what} were not seen", str(spots))

    def test_all_seen(self):
        self.compile("main.o")
        self.compile("second.o", "-DSECOND")
        self.assertEqual(self.blind_spots("main.o", "second.o"), ([], 66, ["FP-RACE-005"]))

    def test_object_of_an_earlier_build(self):
        self.compile("main.o")
        self.compile("second.o", "-DSECOND", wrapped=False)
        self.expect_unseen("second.o in program", "main.o", "second.o")

    def test_archive(self):
        self.compile("main.o")
        self.compile("second.o", "-DSECOND", wrapped=False)
        self.call("ar", "rcs", "libsecond.a", "second.o")
        self.expect_unseen("libsecond.a in program", "main.o", "-L.", "-lsecond")

    def test_shared_library(self):
        self.compile("main.o")
        self.compile("second.o", "-DSECOND", wrapped=False)
        self.call(os.path.join(STAGE, "bin", "fencepost-cc"), f"mpicc.{MPI}", "-shared", "second.o", "-o", "libsecond.so")
        self.expect_unseen("second.o in libsecond.so", "main.o", "-L.", "-lsecond")

    def test_everything_of_an_earlier_build(self):
        self.compile("main.o", wrapped=False)
        self.compile("second.o", "-DSECOND", wrapped=False)
        self.expect_unseen("main.o, second.o in program", "main.o", "second.o")

    def test_lines_without_debug_information(self):
        self.compile("main.o", "-g0")
        self.compile("second.o", "-DSECOND", "-g0")
        spots, status, rules = self.blind_spots("main.o", "second.o")
        self.assertEqual((status, rules), (66, ["FP-RACE-005"]))
        self.assertIn("program has no debug information: functions are shown without lines; compile it with -g.", str(spots))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
