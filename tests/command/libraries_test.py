#!/usr/bin/env python3
"""What --libraries makes of a finding inside a library that the user did not write: reported, a note, or hidden.

usage: libraries_test.py STAGE BUILD MPI [unittest arguments]
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "programs"))
sys.dont_write_bytecode = True

import jobs  # noqa: E402
import marks  # noqa: E402

STAGE, BUILD, MPI = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2]), sys.argv[3]
PROGRAM = os.path.join(HERE, "..", "corpus", "fortran", "coarray_library_window.f90")


class Libraries(unittest.TestCase):
    def run_with(self, *options):
        program = marks.parse_program(PROGRAM)
        binary, error = jobs.build(program, "libraries", MPI, jobs.Settings(stage=STAGE, build=BUILD))
        self.assertEqual(error, "")
        with tempfile.TemporaryDirectory() as folder:
            command = [os.path.join(STAGE, "bin", "fencepost"), "run", "--no-html", "--json", "out.json", *options, "--"]
            done = subprocess.run([*command, *jobs.mpiexec(MPI, program.ranks), binary], cwd=folder, env=jobs.environment(MPI), timeout=100,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
            with open(os.path.join(folder, "out.json"), encoding="utf-8") as file:
                findings = json.load(file)
        return done.returncode, [finding["severity"] for finding in findings["findings"]], done.stdout

    def test_each_choice(self):
        for options, status, severities in (((), 0, {"note"}), (("--libraries=note",), 0, {"note"}),
                                            (("--libraries=report",), 66, {"portability"}), (("--libraries=hide",), 0, set())):
            with self.subTest(options=options):
                was, found, text = self.run_with(*options)
                self.assertEqual(was, status, text)
                self.assertEqual(set(found), severities, text)
                if found:
                    self.assertIn("Inside the library libcaf_" + MPI, " ".join(text.split()))


if __name__ == "__main__":
    if not jobs.is_for(marks.parse_program(PROGRAM), MPI):
        sys.exit(77)
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
