#!/usr/bin/env python3
"""Processes that die in a one-sided call because a buffer or pointer is not memory: a finding names the call and the buffer, for each
kind of such a pointer. Processes that die in their own code have no finding.

usage: deaths_test.py STAGE BUILD MPI [unittest arguments]
"""

import os
import sys
import unittest

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "programs"))
sys.dont_write_bytecode = True

import jobs  # noqa: E402
import marks  # noqa: E402

STAGE, BUILD, MPI = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2]), sys.argv[3]
# Way: the function that the finding names, the buffer.
BUFFERS = {"put": ("MPI_Put", "origin"), "get": ("MPI_Get", "origin"), "accumulate": ("MPI_Accumulate", "origin"),
           "origin": ("MPI_Fetch_and_op", "origin"), "result": ("MPI_Fetch_and_op", "result"),
           "compare": ("MPI_Compare_and_swap", "compare")}
POINTERS = {"attribute": "MPI_Win_get_attr", "group": "MPI_Win_get_group", "name": "MPI_Win_get_name",
            "query": "MPI_Win_shared_query", "window": "MPI_Win_create", "base": "MPI_Win_allocate", "request": "MPI_Rput"}
# MPICH 4.2 of Debian 13 moves large data of a put or get in MPI_Win_unlock and dies there, by a check of its own,
# without Fencepost, too.
MPICH_4_2 = jobs.forgets_deaths(MPI)
OWN = ("own", "abort", "after", "handler")


class Deaths(unittest.TestCase):
    def run_it(self, way, *options, compiler="plain"):
        settings = jobs.Settings(stage=STAGE, build=BUILD, compiler=compiler)
        binary, error = jobs.build(marks.Program(os.path.join(HERE, "deaths.c")), "deaths", MPI, settings)
        self.assertEqual(error, "")
        outcome, report = jobs.run_checked(binary, [way], 2, MPI, settings, list(options), binary + ".json")
        self.assertIsNotNone(report, outcome.output)
        return outcome, report

    def expect(self, way, rule, *words, options=(), compiler="plain"):
        outcome, report = self.run_it(way, *options, compiler=compiler)
        self.assertEqual(outcome.status, 66, outcome.output)
        self.assertEqual([finding["rule"] for finding in report["findings"]], [rule], outcome.output)
        for word in words:
            self.assertIn(word, report["findings"][0]["message"])
        return report["findings"][0]

    def test_buffers(self):
        for way, (call, buffer) in BUFFERS.items():
            for options in ((), ("--rma", "native")):
                if MPICH_4_2 and options and way in ("put", "get"):
                    continue
                with self.subTest(way=way, options=options):
                    self.expect(way, "FP-RANGE-009", call, buffer, options=options)

    def test_pointers(self):
        for way, call in POINTERS.items():
            with self.subTest(way=way):
                self.expect(way, "FP-USE-006", call)

    def test_code_of_its_own(self):
        for way in OWN:
            for options in ((), ("--rma", "native")):
                with self.subTest(way=way, options=options):
                    outcome, report = self.run_it(way, *options)
                    self.assertEqual(report["findings"], [], outcome.output)
                    self.assertNotIn(outcome.status, (66,) if MPICH_4_2 else (0, 2, 66), outcome.output)

    def test_by_what_it_used_too_early(self):
        # The load that led to the death is the last thing that the rank did: no call of MPI comes after it.
        for way in ("used", "used_abort", "used_exit", "used_Exit", "used_raise", "used_kill", "used_loop"):
            for compiler in ("gcc", "gcc-hooks"):
                with self.subTest(way=way, compiler=compiler):
                    self.expect(way, "FP-RACE-005", compiler=compiler)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
