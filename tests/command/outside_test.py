#!/usr/bin/env python3
"""Calls before MPI_Init, after MPI_Finalize and between sessions: each function of mpi_calls.def that MPI does not allow then is a finding
at its line (FP-USE-006), the others are none, and the program ends as it does without Fencepost.

usage: outside_test.py STAGE BUILD MPI [unittest arguments]
"""

import os
import re
import sys
import unittest

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "programs"))
sys.dont_write_bytecode = True

import jobs  # noqa: E402
import marks  # noqa: E402

STAGE, BUILD, MPI = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2]), sys.argv[3]
SOURCE = os.path.join(HERE, "outside.cpp")
RULE = "FP-USE-006"
AT_A_TIME = 60
# MPI-4.1, 11.4.1: what may be called at any time. The first two do not come after MPI_Finalize.
ANY_TIME = re.compile(r"Init|Init_thread|Initialized|Session_\w+|Info_\w+")


def all_functions():
    with open(os.path.join(HERE, "..", "..", "runtime", "record", "mpi_calls.def"), encoding="utf-8") as file:
        return re.findall(r"^MPI_CALL\((\w+),", file.read(), re.MULTILINE)


def line_of(mark):
    with open(SOURCE, encoding="utf-8") as file:
        return next(i for i, text in enumerate(file, 1) if text.rstrip().endswith(f"// LINE {mark}"))


class Outside(unittest.TestCase):
    def setUp(self):
        settings = jobs.Settings(stage=STAGE, build=BUILD, compiler="plain")
        self.binary, error = jobs.build(marks.Program(SOURCE), "outside", MPI, settings)
        self.assertEqual(error, "")
        self.settings = settings

    def run_it(self, *words, ranks=1, options=()):
        outcome, report = jobs.run_checked(self.binary, list(words), ranks, MPI, self.settings, list(options), self.binary + ".json")
        self.assertIsNotNone(report, outcome.output)
        return outcome, report

    def native(self, *words, ranks=1):
        command = jobs.mpiexec(MPI, ranks) + [self.binary, *words]
        return jobs.execute(command, 60, jobs.environment(MPI), os.path.dirname(self.binary))

    def expect(self, way, message, *, ranks=2, also=(), dies=True):
        """One finding, at the line with that mark; the program ends as by itself."""
        outcome, report = self.run_it(way, ranks=ranks)
        rules = sorted(finding["rule"] for finding in report["findings"])
        self.assertEqual(rules, sorted((RULE, *also)), outcome.output)
        finding = next(one for one in report["findings"] if one["rule"] == RULE)
        self.assertIn(message, finding["message"])
        place = finding["accesses"][0]
        self.assertEqual((os.path.basename(place["file"]), place["line"]), ("outside.cpp", line_of(way)))
        self.assertEqual(outcome.status, 66, outcome.output)
        if dies:  # natively MPICH also aborts because of the window that is left at MPI_Finalize
            self.assertNotEqual(self.native(way, ranks=ranks).status, 0)
            self.assertNotEqual(report["program"]["exit_status"], 0)
        return report

    def table(self, way, message, functions):
        for first in range(0, len(functions), AT_A_TIME):
            some = functions[first:first + AT_A_TIME]
            outcome, report = self.run_it("table-" + way, *some)
            found = {finding["message"].split()[3] for finding in report["findings"]}
            self.assertEqual({finding["rule"] for finding in report["findings"]}, {RULE}, outcome.output)
            self.assertEqual(found, {"MPI_" + name for name in some}, outcome.output)
            for finding in report["findings"]:
                self.assertIn(message, finding["message"])

    def test_table_before_init(self):
        self.table("before", " before MPI_Init", [name for name in all_functions() if not ANY_TIME.fullmatch(name)])

    def test_table_after_finalize(self):
        functions = [name for name in all_functions() if not ANY_TIME.fullmatch(name)]
        self.table("after", " after MPI_Finalize", functions + ["Init", "Init_thread"])

    def test_what_is_allowed(self):
        for way in ("allowed-before", "allowed-after"):
            with self.subTest(way=way):
                outcome, report = self.run_it(way)
                self.assertEqual((outcome.status, report["findings"]), (0, []), outcome.output)

    def test_as_people_write_it(self):
        self.expect("put", "calls MPI_Put after MPI_Finalize", also=("FP-WINDOW-009",))
        self.expect("destructor", "calls MPI_Win_free after MPI_Finalize", also=("FP-WINDOW-009",))
        self.expect("atexit", "calls MPI_Win_free after MPI_Finalize", also=("FP-WINDOW-009",))
        self.expect("twice", "calls MPI_Init although MPI has been initialized already", ranks=1)

    def test_before_main(self):
        report = self.expect("constructor", "calls MPI_Barrier before MPI_Init")
        self.assertEqual(report["program"]["ranks"], 2)
        self.assertEqual(report["incomplete"], ["the program did not finish"])

    def test_between_sessions(self):
        if MPI == "openmpi" and not jobs.version_of(MPI).startswith("5."):
            self.skipTest("it has no sessions")
        self.expect("sessions", "calls MPI_Type_contiguous after its last session has ended", dies=False)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
