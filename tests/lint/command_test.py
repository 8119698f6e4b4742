#!/usr/bin/env python3
"""The command fencepost lint: exit status, where flags come from, reports, sources that it cannot read.

  command_test.py STAGE MPI
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

STAGE, MPI = sys.argv[1:3]

RIGHT = """#include <mpi.h>
void put(MPI_Win win) {
  static int x;
  MPI_Win_fence(0, win);
  MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
}
"""
WRONG = RIGHT.replace("  MPI_Win_fence(0, win);\n}", "  x = SECOND;\n  MPI_Win_fence(0, win);\n}")


class Lint(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def write(self, name, text):
        path = os.path.join(self.folder.name, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def lint(self, *words):
        return subprocess.run([os.path.join(STAGE, "bin", "fencepost"), "lint", *words], capture_output=True, text=True,
                              cwd=self.folder.name, check=False)

    def wrapper(self, language="mpicc"):
        return ["--compiler", f"{language}.{MPI}"]

    def test_status_and_text(self):
        self.write("right.c", RIGHT)
        self.write("wrong.c", WRONG)
        done = self.lint(*self.wrapper(), "right.c", "--", "-DSECOND=2")
        self.assertEqual((done.returncode, done.stdout.splitlines()[-1]), (0, "fencepost: no findings in 1 file, 3 RMA calls"))
        done = self.lint(*self.wrapper(), "right.c", "wrong.c", "--", "-DSECOND=2")
        self.assertEqual(done.returncode, 66)
        self.assertIn("FP-RACE-004", done.stdout)
        self.assertIn("wrong.c:6", done.stdout)
        self.assertIn("in 2 files, 6 RMA calls", done.stdout)
        self.assertNotIn("rank", done.stdout)

    def test_thresholds_and_suppressions(self):
        self.write("wrong.c", WRONG)
        flags = [*self.wrapper(), "wrong.c", "--", "-DSECOND=2"]
        self.assertEqual(self.lint("--severity", "error", *flags).returncode, 0)
        self.assertEqual(self.lint("--disable", "RACE", *flags).returncode, 0)
        self.write("wrong.c", WRONG.replace("x = SECOND;", "x = SECOND;  // fencepost: ignore FP-RACE-004 on purpose"))
        done = self.lint(*flags)
        self.assertEqual(done.returncode, 0)
        self.assertIn("1 suppressed", done.stdout)

    def test_reports(self):
        self.write("wrong.c", WRONG)
        done = self.lint(*self.wrapper(), "--quiet", "--json", "out.json", "--sarif", "out.sarif", "--junit", "out.xml", "--html", "out.html",
                         "wrong.c", "--", "-DSECOND=2")
        self.assertEqual((done.returncode, done.stdout), (66, ""))
        with open(os.path.join(self.folder.name, "out.json"), encoding="utf-8") as file:
            report = json.load(file)
        self.assertEqual((report["program"]["files"], len(report["findings"])), (1, 1))
        for name, text in (("out.sarif", "FP-RACE-004"), ("out.xml", "FP-RACE-004"), ("out.html", "1 finding in fencepost lint")):
            with open(os.path.join(self.folder.name, name), encoding="utf-8") as file:
                self.assertTrue(text in file.read(), f"{name} does not say {text}")

    def test_database(self):
        wrong = self.write("wrong.cpp", WRONG.replace("void put", "template <class T> void unused(T);\nvoid put"))
        os.mkdir(os.path.join(self.folder.name, "build"))
        entry = {"directory": self.folder.name, "file": wrong, "output": "wrong.o",
                 "command": f"mpicxx.{MPI} -O3 -march=native -fipa-pta -DSECOND=2 -c wrong.cpp -o wrong.o"}
        self.write("build/compile_commands.json", json.dumps([entry]))
        self.assertEqual(self.lint("-p", "build").returncode, 66)
        self.assertEqual(self.lint("-p", "build", "wrong.cpp").returncode, 66)
        self.write("right.c", RIGHT)
        done = self.lint("-p", "build", *self.wrapper(), "right.c")
        self.assertEqual(done.returncode, 0)
        self.assertIn("right.c is not in compile_commands.json", done.stdout)

    def test_what_cannot_be_read(self):
        self.write("broken.c", "#include <mpi.h>\n#include \"missing.h\"\n")
        done = self.lint(*self.wrapper(), "broken.c")
        self.assertEqual(done.returncode, 2)
        self.assertIn("'missing.h' file not found", " ".join(done.stdout.split()))
        self.write("right.c", RIGHT)
        self.assertEqual(self.lint(*self.wrapper(), "right.c", "broken.c").returncode, 2)
        for words, sentence in ([["nowhere.c"], "nowhere.c does not exist"], [[], "name files"], [["-p", "."], "no readable compile_commands.json"],
                                [["--nonsense", "right.c"], "there is no option --nonsense"]):
            done = self.lint(*words)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(sentence, done.stderr)
        done = self.lint("--compiler", "no-such-mpicc", "right.c")
        self.assertEqual(done.returncode, 2)
        self.assertIn("'mpi.h' file not found", " ".join(done.stdout.split()))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
