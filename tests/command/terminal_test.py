#!/usr/bin/env python3
"""Ctrl-C at a terminal, or a terminal that is closed: the job ends, the report tells what it did until then, and no process stays behind.
A long analysis says how far it is.

usage: terminal_test.py STAGE BUILD MPI [unittest arguments]
"""

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
import unittest

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "programs"))
sys.dont_write_bytecode = True

import jobs  # noqa: E402
import marks  # noqa: E402

STAGE, BUILD, MPI = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2]), sys.argv[3]
CONTROL_C = b"\x03"


class Terminal:
    """A command in the foreground of its own terminal, as a person would start it."""

    def __init__(self, command, environment, folder):
        self.process, self.keyboard = pty.fork()
        if self.process == 0:
            try:
                os.chdir(folder)
                os.execvpe(command[0], command, environment)
            finally:
                os._exit(127)
        self.shown = ""

    def read(self, until):
        """Reads the output up to `until`; None: to the end of the command. False: that did not come within a minute."""
        deadline = time.monotonic() + 60
        while until is None or until not in self.shown:
            if time.monotonic() > deadline:
                return False
            if not select.select([self.keyboard], [], [], 1)[0]:
                continue
            try:
                data = os.read(self.keyboard, 65536)
            except OSError:  # the last process with this terminal is gone
                data = b""
            if not data:
                return until is None
            self.shown += data.decode(errors="replace")
        return True

    def press(self, key):
        os.write(self.keyboard, key)

    def status(self):
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])


class ControlC(unittest.TestCase):
    def run_interrupted(self, waiting, options=(), presses=1):
        settings = jobs.Settings(stage=STAGE, build=BUILD)
        program = marks.Program(os.path.join(HERE, "interrupted.c"), args=[waiting])
        binary, error = jobs.build(program, "interrupted", MPI, settings)
        self.assertEqual(error, "")
        folder = os.path.dirname(binary)
        result = os.path.join(folder, "interrupted.json")
        if os.path.exists(result):
            os.remove(result)
        command = [os.path.join(STAGE, "bin", "fencepost"), "run", "--no-html", "--json", result, *options, "--"]
        terminal = Terminal(command + jobs.mpiexec(MPI, 2) + [binary, waiting], jobs.environment(MPI), folder)
        self.assertTrue(terminal.read("all are waiting"), terminal.shown)
        terminal.press(CONTROL_C)
        if presses > 1:
            self.assertTrue(terminal.read("interrupt again to end it now"), terminal.shown)
            terminal.press(CONTROL_C)
        self.assertTrue(terminal.read(None), terminal.shown)
        status = terminal.status()
        self.assertEqual(jobs.left_behind(binary), [], terminal.shown)
        with open(result, encoding="utf-8") as file:
            return status, json.load(file), terminal.shown

    def expect_the_race(self, status, findings, shown):
        self.assertEqual(status, 66, shown)
        self.assertEqual({finding["rule"] for finding in findings["findings"]} & {"FP-RACE-001"}, {"FP-RACE-001"}, shown)
        self.assertFalse([f for f in findings["findings"] if f["rule"].startswith("FP-MATCH")], shown)
        self.assertIn("FP-RACE-001", shown)

    def test_ranks_that_wait_in_mpi(self):
        self.expect_the_race(*self.run_interrupted("barrier"))

    def test_ranks_that_compute(self):
        self.expect_the_race(*self.run_interrupted("computing"))

    def test_ranks_that_do_not_care(self):
        self.expect_the_race(*self.run_interrupted("ignoring", presses=2))

    def test_checked_afterwards(self):
        self.expect_the_race(*self.run_interrupted("barrier", options=["--no-live"]))


class LostTerminal(unittest.TestCase):
    """The terminal is closed: the report is written all the same."""

    def lose(self, until, options, command):
        folder = BUILD
        os.makedirs(folder, exist_ok=True)
        result = os.path.join(folder, f"lost.{MPI}.json")
        if os.path.exists(result):
            os.remove(result)
        start = [os.path.join(STAGE, "bin", "fencepost"), "run", "--no-html", "--json", result, *options, "--"]
        terminal = Terminal(start + jobs.mpiexec(MPI, 2) + command, jobs.environment(MPI), folder)
        self.assertTrue(terminal.read(until), terminal.shown)
        os.close(terminal.keyboard)
        status = terminal.status()
        self.assertEqual(jobs.left_behind(command[0]), [], terminal.shown)
        with open(result, encoding="utf-8") as file:
            return status, json.load(file)

    def test_while_the_program_runs(self):
        settings = jobs.Settings(stage=STAGE, build=BUILD)
        program = marks.Program(os.path.join(HERE, "interrupted.c"), args=["barrier"])
        binary, error = jobs.build(program, "interrupted", MPI, settings)
        self.assertEqual(error, "")
        status, findings = self.lose("all are waiting", [], [binary, "barrier"])
        self.assertEqual(status, 66)
        self.assertIn("interrupted by SIGHUP", "; ".join(findings["incomplete"]))
        self.assertIn("FP-RACE-001", {finding["rule"] for finding in findings["findings"]})

    def test_while_the_analysis_catches_up(self):
        command = [repeated(), "puts", "1000000", "ordered"]
        status, findings = self.lose("fencepost: checking: ", ["--no-live"], command)
        self.assertEqual(findings["findings"], [])
        # All may have been checked by then.
        self.assertIn((status, bool(findings["incomplete"])), ((128 + signal.SIGHUP, True), (0, False)))
        self.assertIn("interrupted by SIGHUP" if status else "", "; ".join(findings["incomplete"]))


def repeated():
    os.makedirs(BUILD, exist_ok=True)
    binary = os.path.join(BUILD, "repeated." + MPI)
    source = os.path.join(HERE, "..", "bench", "mistakes", "repeated.c")
    subprocess.run(["mpicc." + MPI, "-O1", "-g", source, "-o", binary], check=True)
    return binary


class LongAnalysis(unittest.TestCase):
    def test_it_says_how_far_it_is(self):
        binary = repeated()
        command = [os.path.join(STAGE, "bin", "fencepost"), "run", "--no-html", "--no-live", "--"]
        words = ["puts", "1000000", "ordered"]  # nothing wrong, and seconds of work
        terminal = Terminal(command + jobs.mpiexec(MPI, 2) + [binary, *words], jobs.environment(MPI), os.path.dirname(binary))
        self.assertTrue(terminal.read(None), terminal.shown)
        self.assertEqual(terminal.status(), 0, terminal.shown)
        self.assertRegex(terminal.shown, r"fencepost: checking: [0-9,]+ events")
        self.assertIn("no findings in 2 ranks", terminal.shown.splitlines()[-1])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
