#!/usr/bin/env python3
"""Every way in which a run can end (the table "How a run can end" in docs/manual.md): its status, what it writes, what it leaves behind.

usage: ends_test.py STAGE BUILD MPI [unittest arguments]
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "programs"))
sys.dont_write_bytecode = True

import jobs  # noqa: E402
import marks  # noqa: E402

STAGE, BUILD, MPI = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2]), sys.argv[3]
FENCEPOST = os.path.join(STAGE, "bin", "fencepost")
ANY = object()
# Whether the system tells how a process ended that is not our child (analyzer/command/wait_status.h).
SYSTEM_TELLS_STATUS = tuple(int(number) for number in os.uname().release.split("-")[0].split(".")[:2]) >= (6, 15)
KILLED = "died of signal 9 (Killed)" if SYSTEM_TELLS_STATUS else "ended without MPI_Finalize"


def number_of(name):
    return 128 + getattr(signal, name)


class Ends(unittest.TestCase):
    def setUp(self):
        settings = jobs.Settings(stage=STAGE, build=BUILD, compiler="plain")
        self.binary, error = jobs.build(marks.Program(os.path.join(HERE, "ends.c")), "ends", MPI, settings)
        self.assertEqual(error, "")
        self.folder = tempfile.mkdtemp(prefix="ends-")
        self.temporary = os.path.join(self.folder, "tmp")
        os.mkdir(self.temporary)
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    # ---- running

    def start(self, *words, options=(), prefix=(), command=None):
        formats = []
        for name in ("html", "json", "sarif", "junit"):
            formats += [f"--{name}", f"out.{name}"]
        line = [*prefix, FENCEPOST, "run", *formats, *options, "--"]
        line += command or jobs.mpiexec(MPI, 2) + [self.binary, *words]
        self.shown = open(os.path.join(self.folder, "shown"), "w+", encoding="utf-8", errors="replace")
        self.addCleanup(self.shown.close)
        environment = dict(jobs.environment(MPI), TMPDIR=self.temporary)
        self.process = subprocess.Popen(line, cwd=self.folder, env=environment, stdin=subprocess.DEVNULL, stdout=self.shown,
                                        stderr=subprocess.STDOUT, start_new_session=True)
        self.addCleanup(jobs.end_session, self.process)

    def text(self):
        self.shown.flush()
        with open(self.shown.name, encoding="utf-8", errors="replace") as file:
            return file.read()

    def wait_for(self, word):
        deadline = time.monotonic() + 60
        while word not in self.text():
            self.assertLess(time.monotonic(), deadline, self.text())
            self.assertIsNone(self.process.poll(), self.text())
            time.sleep(0.02)

    def send(self, name):
        self.process.send_signal(getattr(signal, name))
        self.sent = time.monotonic()

    def ended(self):
        try:
            status = self.process.wait(90)
        except subprocess.TimeoutExpired:
            self.fail("it does not end: " + self.text())
        return status if status >= 0 else 128 - status

    def run_to_end(self, *words, **more):
        self.start(*words, **more)
        return self.ended()

    # ---- judging

    def processes_of_job(self):
        def is_one(process):
            try:
                with open(f"/proc/{process}/environ", "rb") as file:
                    return f"FENCEPOST_TRACE_DIR={self.folder}".encode() in file.read()
            except OSError:
                return False

        return [name for name in os.listdir("/proc") if name.isdigit() and is_one(name)]

    def nothing_stays(self):
        deadline = time.monotonic() + 20  # another process may tidy up
        while True:
            processes = self.processes_of_job()
            traces = [name for name in os.listdir(self.temporary) if name.startswith("fencepost-")]
            parts = [name for name in os.listdir(self.folder) if name.endswith(".part")]
            if not processes and not traces and not parts:
                return
            self.assertLess(time.monotonic(), deadline, f"left behind: {processes} {traces} {parts}\n{self.text()}")
            time.sleep(0.1)

    def path(self, name):
        return os.path.join(self.folder, name)

    def read_reports(self):
        """Checks that each requested report is complete. Returns the findings as the JSON report has them."""
        for name in ("html", "json", "sarif", "junit"):
            self.assertTrue(os.path.exists(self.path("out." + name)), f"no {name}\n{self.text()}")
        with open(self.path("out.html"), encoding="utf-8") as file:
            self.assertIn("</html>", file.read())
        with open(self.path("out.sarif"), encoding="utf-8") as file:
            run = json.load(file)["runs"][0]
        suites = xml.etree.ElementTree.parse(self.path("out.junit")).getroot()
        with open(self.path("out.json"), encoding="utf-8") as file:
            findings = json.load(file)
        rules = sorted(finding["rule"] for finding in findings["findings"])
        self.assertEqual(sorted(result["ruleId"] for result in run["results"]), rules)
        notes = [note["message"]["text"] for note in run["invocations"][0]["toolExecutionNotifications"]]
        errors = " ".join(error.get("message") for error in suites.iter("error"))
        for reason in findings["incomplete"]:
            self.assertIn("Incomplete: " + reason, notes)
            self.assertIn(reason, errors)
        if findings["failure"]:
            self.assertIn(findings["failure"], notes)
            self.assertIn(findings["failure"], errors)
            self.assertEqual(run["invocations"][0]["executionSuccessful"], findings["status"] != "failed")
        return findings

    def expect(self, status, expected, *, rules=None, incomplete="", failure="", says=""):
        """Checks the status (one, one of several, or any but 0, 2 and 66), the rules found, why the run is incomplete, and the output."""
        text = self.text()
        if expected is ANY:
            self.assertNotIn(status, (0, 2, 66), text)
        else:
            self.assertIn(status, expected if isinstance(expected, tuple) else (expected,), text)
        findings = self.read_reports()
        if rules is not None:
            self.assertEqual({finding["rule"] for finding in findings["findings"]}, set(rules), text)
        self.assertIn(incomplete, "; ".join(findings["incomplete"]), text)
        if not incomplete:
            self.assertEqual(findings["incomplete"], [], text)
        self.assertIn(failure, findings["failure"], text)
        self.assertIn(says, text + " ".join(findings["blind_spots"]))
        self.nothing_stays()
        return findings

    RACE = ("FP-RACE-001",)

    # ---- in order

    def test_in_order(self):
        self.expect(self.run_to_end("clean"), 0, rules=(), says="no findings in 2 ranks")
        self.expect(self.run_to_end("racy"), 66, rules=self.RACE)

    def test_no_rma_call(self):
        self.expect(self.run_to_end("none"), 0, rules=(), says="nothing to check: no RMA call in 2 ranks")

    def lines_agree(self, findings):
        """What is said while the job runs, and the last line, against the report."""
        text = self.text()
        told = re.findall(r"found while the job runs: (FP-[A-Z]+-[0-9]+): (.*)", text)
        self.assertLessEqual(len(told), 1, text)
        for rule, title in told:
            if "has changed or was not confirmed" not in text:
                self.assertIn((rule, title), {(finding["rule"], finding["title"]) for finding in findings["findings"]}, text)
        last = [line for line in text.splitlines() if line.startswith("fencepost: ")][-1]
        causes = sum(not finding["consequence_of"] for finding in findings["findings"])
        count = "no findings" if causes == 0 else "1 finding " if causes == 1 else f"{causes} findings"
        self.assertIn(f"fencepost: {count}", last, text)
        consequences = len(findings["findings"]) - causes
        self.assertEqual(f"{consequences} consequence" in last, consequences > 0, text)
        self.assertIn(f"{findings['statistics']['operations']:,} RMA operation", last, text)
        self.assertEqual("incomplete" in last, bool(findings["incomplete"]), text)
        return told

    def test_the_lines_agree_with_the_report(self):
        for words, live in ((("clean",), False), (("racy",), None), (("many",), None), (("racy", "wait"), True)):
            with self.subTest(words=words):
                self.start(*words)
                if live:
                    self.wait_for("found while the job runs")
                    self.wait_for("all are waiting")
                    self.send("SIGTERM")
                self.ended()
                told = self.lines_agree(self.read_reports())
                if live is not None:
                    self.assertEqual(bool(told), live, self.text())
                self.nothing_stays()

    # ---- signals

    SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")

    def catches(self, name):
        """Whether `fencepost run` has come to where it handles the signal."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            caught = next(line for line in file if line.startswith("SigCgt:"))
        return int(caught.split()[1], 16) >> (getattr(signal, name) - 1) & 1

    def test_each_signal_before_the_program_was_started(self):
        for name in self.SIGNALS:
            with self.subTest(signal=name):
                self.start("clean", "before")
                while not self.catches(name):
                    self.assertIsNone(self.process.poll(), self.text())
                    time.sleep(0.001)
                self.send(name)
                self.expect(self.ended(), number_of(name), rules=(), failure=f"interrupted by {name}")

    def test_each_signal_before_the_program_came_to_mpi(self):
        for name in self.SIGNALS:
            with self.subTest(signal=name):
                self.start("clean", "before")
                self.wait_for("all are waiting")
                self.send(name)
                self.expect(self.ended(), number_of(name), rules=(), failure=f"interrupted by {name}")

    def test_each_signal_while_the_program_runs(self):
        for name in self.SIGNALS:
            with self.subTest(signal=name):
                self.start("racy", "wait")
                self.wait_for("all are waiting")
                self.send(name)
                self.expect(self.ended(), 66, rules=self.RACE, incomplete=f"interrupted by {name}")
                self.start("clean", "wait")
                self.wait_for("all are waiting")
                self.send(name)
                self.expect(self.ended(), number_of(name), rules=(), incomplete=f"interrupted by {name}")

    def test_signal_that_the_program_ignores(self):
        self.start("racy", "ignore")
        self.wait_for("all are waiting")
        self.send("SIGTERM")
        self.expect(self.ended(), 66, rules=self.RACE, incomplete="interrupted by SIGTERM")

    def test_second_signal_ends_at_once(self):
        self.start("racy", "ignore", options=["--grace", "600"])
        self.wait_for("all are waiting")
        self.send("SIGINT")
        time.sleep(0.6)
        self.send("SIGINT")
        self.expect(self.ended(), 66, rules=self.RACE, incomplete="interrupted by SIGINT")

    def test_signal_while_the_analysis_catches_up(self):
        for name, options in (("SIGTERM", []), *((name, ["--no-live"]) for name in self.SIGNALS)):
            with self.subTest(signal=name, options=options):
                self.start("many", options=options)
                self.wait_for("the program has ended")
                while self.processes_of_job():  # the signal is for nobody else
                    time.sleep(0.02)
                self.send(name)
                status = self.ended()
                # All may have been checked by then.
                findings = self.read_reports()
                cut = "; ".join(findings["incomplete"])
                self.expect(status, (66, number_of(name)), incomplete=cut)
                if cut:
                    self.assertIn(f"interrupted by {name}; the analysis was cut short", cut)

    def test_signal_with_a_million_operations_of_a_rank_left_to_analyze(self):
        self.start("pending", options=["--no-live"])
        self.wait_for("the program has ended")
        while self.processes_of_job():
            time.sleep(0.02)
        self.send("SIGTERM")
        requested = time.time()
        status = self.ended()
        # 8 s are promised; a machine with much else to do needs longer.
        self.assertLess(os.path.getmtime(self.path("out.junit")) - requested, 20)
        findings = self.read_reports()
        self.expect(status, (66, number_of("SIGTERM")), incomplete="; ".join(findings["incomplete"]))

    def test_second_signal_while_the_analysis_catches_up(self):
        """What it has found is told, also when it is trying advice by then."""
        for what, pause in (("many", 0), ("overlapping", 0.3), ("overlapping", 1), ("overlapping", 2)):
            with self.subTest(what=what, pause=pause):
                self.start(what, options=["--no-live", "--grace", "600"])
                self.wait_for("the program has ended")
                while self.processes_of_job():
                    time.sleep(0.02)
                time.sleep(0.3 + pause)
                self.send("SIGTERM")
                time.sleep(0.4)
                self.process.poll() is None and self.send("SIGTERM")
                status = self.ended()
                findings = self.read_reports()
                self.expect(status, 66, incomplete="; ".join(findings["incomplete"]))
                self.assertIn(self.RACE[0], {finding["rule"] for finding in findings["findings"]}, self.text())
                self.assertNotIn("the analysis was given up", findings["incomplete"])

    def test_signals_until_the_process_has_ended(self):
        """Neither while it writes nor after that does a signal change the status."""
        for what in ("racy", "overlapping"):
            with self.subTest(what=what):
                self.start(what, options=["--no-live", "--grace", "600"])
                self.wait_for("the program has ended")
                while self.processes_of_job():
                    time.sleep(0.02)
                time.sleep(0.3)
                while self.process.poll() is None:
                    self.send("SIGTERM")
                    time.sleep(0.002)
                self.expect(self.ended(), 66, incomplete="; ".join(self.read_reports()["incomplete"]))

    def test_time_limit_of_a_batch_system(self):
        self.start("racy", "ignore")
        self.wait_for("all are waiting")
        self.send("SIGTERM")
        self.send("SIGTERM")  # to the process and to its group: one request
        while not os.path.exists(self.path("out.junit")):
            self.assertIsNone(self.process.poll(), self.text())
            time.sleep(0.05)
        # 8 s are promised; a machine with much else to do needs longer.
        self.assertLess(time.monotonic() - self.sent, 20)
        self.expect(self.ended(), 66, rules=self.RACE, incomplete="interrupted by SIGTERM")

    def test_processor_time(self):
        command = ["sh", "-c", f"ulimit -t 1000; exec {' '.join(jobs.mpiexec(MPI, 2))} {self.binary} racy wait"]
        self.start(command=command)
        self.wait_for("all are waiting")
        self.send("SIGXCPU")
        self.expect(self.ended(), 66, rules=self.RACE, incomplete="interrupted by SIGXCPU")

    def test_warnings_for_the_program_end_nothing(self):
        self.start(command=["sh", "-c", f"trap : USR1; {' '.join(jobs.mpiexec(MPI, 2))} {self.binary} clean"])
        self.process.send_signal(signal.SIGUSR1) if self.process.poll() is None and time.sleep(0.5) is None else None
        self.expect(self.ended(), 0, rules=())

    def test_nobody_reads(self):
        line = f"{FENCEPOST} run --json out.json -- {' '.join(jobs.mpiexec(MPI, 2))} {self.binary} racy 2>&1 | true"
        subprocess.run(["sh", "-c", line], cwd=self.folder, env=dict(jobs.environment(MPI), TMPDIR=self.temporary),
                       timeout=90, check=True)
        with open(self.path("out.json"), encoding="utf-8") as file:
            self.assertEqual(len(json.load(file)["findings"]), 1)
        self.start(command=["true"])
        self.ended()
        self.nothing_stays()

    def test_killed(self):
        self.start("racy", "ignore")
        self.wait_for("all are waiting")
        self.send("SIGKILL")
        status = self.ended()
        self.nothing_stays()
        self.expect(status, number_of("SIGKILL"), failure="fencepost run was killed")

    # ---- the program

    def test_rank_that_ends_alone(self):
        for way, how in (("segv", "Rank 1 died of signal 11"), ("kill", "Rank 1 " + KILLED),
                         ("_exit", "Rank 1 called _exit at "), ("exit", "Rank 1 called exit at "),
                         ("linger", "Rank 1 called exit at "), ("ended", "Rank 1 called exit at "),
                         ("return", "Rank 1 returned from main"), ("abort", "Rank 1 called MPI_Abort with 4")):
            with self.subTest(way=way):
                self.expect(self.run_to_end("racy", way), 66, rules=self.RACE, says=how,
                            incomplete="the program did not finish")
                status = self.run_to_end("clean", way)
                with open(self.path("out.json"), encoding="utf-8") as file:
                    launchers = json.load(file)["program"]["exit_status"]
                # MPICH 4.2's mpiexec says 0 now and then.
                findings = self.expect(status, ANY if launchers else 2, rules=(), says=how,
                                       incomplete="the program did not finish")
                ends = [text for text in findings["blind_spots"] if "everything before that was checked" in text]
                self.assertTrue(ends[0].startswith("Rank 1 "), ends)

    def test_who_was_killed_first(self):
        """A launcher kills the other ranks within a millisecond, and on a busy machine an observer comes too late."""
        load = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2 * (os.cpu_count() or 1))]
        try:
            for _ in range(4):
                status = self.run_to_end(command=jobs.mpiexec(MPI, 4) + [self.binary, "clean", "kill"])
                findings = self.expect(status, ANY, rules=(), incomplete="the program did not finish")
                ends = [text for text in findings["blind_spots"] if "everything before that was checked" in text]
                self.assertTrue(ends[0].startswith("Rank 1 " + KILLED), ends)
                self.assertIn("apparently before any other rank ended", ends[0])
        finally:
            for one in load:
                one.kill()
                one.wait()

    def test_windows_with_processes_of_other_jobs(self):
        settings = jobs.Settings(stage=STAGE, build=BUILD, compiler="plain")
        program = os.path.join(HERE, "..", "interposer", "programs", "spawned_windows.c")
        binary, error = jobs.build(marks.Program(program), "spawned_windows", MPI, settings)
        self.assertEqual(error, "")
        # (The process that it starts takes the other core, and is reached as Open MPI chooses.)
        command = ["env", "-u", "OMPI_MCA_btl", "-u", "OMPI_MCA_pml", "-u", "OMPI_MCA_plm", *jobs.mpiexec(MPI, 1), binary]
        # (With some builds of MPICH, MPI_Comm_spawn fails, also without Fencepost.)
        if jobs.execute(command, settings.timeout, jobs.environment(MPI), self.folder).status != 0:
            self.skipTest("this MPI library makes no such windows")
        status = self.run_to_end(command=command)
        self.expect(status, 2, rules=(), failure="windows with processes of other jobs")

    def test_windows_of_spawned_processes(self):
        settings = jobs.Settings(stage=STAGE, build=BUILD, compiler="plain")
        binary, error = jobs.build(marks.Program(os.path.join(HERE, "spawned.c")), "spawned", MPI, settings)
        self.assertEqual(error, "")
        for way, says in (("among", "A process that MPI_Comm_spawn has started makes a window."),
                          ("merged", "nothing on that window was checked, and a hang in calls on it is not noticed")):
            with self.subTest(way=way):
                command = ["env", "-u", "OMPI_MCA_btl", "-u", "OMPI_MCA_pml", "-u", "OMPI_MCA_plm",
                           *jobs.mpiexec(MPI, 1), binary, way]
                if jobs.execute(command, settings.timeout, jobs.environment(MPI), self.folder).status != 0:
                    self.skipTest("this MPI library makes no such windows")
                status = self.run_to_end(command=command)
                findings = self.expect(status, 2, rules=(), failure="windows with processes of other jobs")
                spots = findings["blind_spots"]
                about = [text for text in spots if says in text]
                self.assertEqual(len(about), 1, spots)
                spawned = [text for text in spots if text.startswith("Processes outside this job's MPI_COMM_WORLD take part")]
                self.assertEqual(len(spawned), 1, spots)

    def test_signal_that_a_rank_sends(self):
        for way, how in (("term", "Rank 1 died of signal 15 (Terminated) at ends.c:"),
                         ("int", "Rank 1 died of signal 2 (Interrupt) at ends.c:"),
                         ("quit", "Rank 1 died of signal 3 (Quit) at ends.c:"),
                         ("pipe", "Rank 1 died of signal 13 (Broken pipe) at ends.c:"),
                         ("another", "Rank 1 died of signal 15 (Terminated) from rank 0 at ends.c:")):
            with self.subTest(way=way):
                self.run_to_end("racy", way)
                findings = self.read_reports()
                ends = [text for text in findings["blind_spots"] if "everything before that was checked" in text]
                self.assertTrue(ends and ends[0].replace(HERE + os.sep, "").startswith(how), (ends, self.text()))
                self.assertEqual([text for text in ends if text.startswith("Rank 1") and "from outside" in text], [])
                self.nothing_stays()

    def test_each_signal_that_kills_a_rank(self):
        settings = jobs.Settings(stage=STAGE, build=BUILD, compiler="plain")
        program = os.path.join(HERE, "fatal_signals.c")
        binary, error = jobs.build(marks.Program(program), "fatal_signals", MPI, settings)
        self.assertEqual(error, "")
        ways = {"overflow": "SEGV", "thread": "SEGV", "segv": "SEGV", "bus": "BUS", "fpe": "FPE", "ill": "ILL", "trap": "TRAP",
                "abort": "ABRT", "sys": "SYS", "xcpu": "XCPU"}
        if SYSTEM_TELLS_STATUS:
            ways.update(kill="KILL", alarm="ALRM", timer="VTALRM")
        for way, name in ways.items():
            with self.subTest(way=way):
                number = getattr(signal, "SIG" + name)
                status = self.run_to_end(command=jobs.mpiexec(MPI, 2) + [binary, way])
                findings = self.expect(status, ANY, rules=(), incomplete="the program did not finish")
                ends = [text for text in findings["blind_spots"] if "everything before that was checked" in text]
                self.assertTrue(ends and ends[0].startswith(f"Rank 1 died of signal {number} ({signal.strsignal(number)})"), ends)
                if way in ("overflow", "thread"):
                    self.assertIn("fatal_signals.c:", ends[0])

    def test_launcher_that_says_that_all_was_well(self):
        # As a script does that does not look, and MPICH 4.2's mpiexec now and then.
        for way in ("segv", "kill", "_exit", "exit", "return", "abort"):
            with self.subTest(way=way):
                command = ["sh", "-c", f"{' '.join(jobs.mpiexec(MPI, 2))} {self.binary} clean {way}; exit 0"]
                self.expect(self.run_to_end(command=command), 2, rules=(), incomplete="the program did not finish",
                            failure="the program did not finish")

    def test_trace_of_a_program_that_ended_early(self):
        preload = subprocess.run([FENCEPOST, "preload"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
        for words, status in (("clean", 0), ("clean exit", 2), ("clean segv", 2), ("racy exit", 66)):
            with self.subTest(words=words):
                trace = self.path("trace-" + words.replace(" ", "-"))
                environment = dict(jobs.environment(MPI), FENCEPOST_TRACE_DIR=trace, LD_PRELOAD=preload)
                subprocess.run([*jobs.mpiexec(MPI, 2), self.binary, *words.split()], env=environment, cwd=self.folder,
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=90,
                               check=False)
                done = subprocess.run([FENCEPOST, "analyze", "--json", "out.json", trace], cwd=self.folder, timeout=90,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
                self.assertEqual(done.returncode, status, done.stdout)
                with open(self.path("out.json"), encoding="utf-8") as file:
                    findings = json.load(file)
                self.assertEqual(findings["status"], {0: "clean", 2: "failed", 66: "findings"}[status], done.stdout)
                if status == 2:
                    self.assertIn("did not finish", findings["failure"], done.stdout)

    def test_launcher_that_is_killed(self):
        self.start("racy", "wait")
        self.wait_for("all are waiting")
        with open(f"/proc/{self.process.pid}/task/{self.process.pid}/children", encoding="ascii") as file:
            children = file.read().split()
        for child in children:
            with open(f"/proc/{child}/cmdline", "rb") as file:
                program = file.read().split(b"\0")[0]
            if b"mpiexec" in program or b"prterun" in program:  # Open MPI 5's becomes that
                os.kill(int(child), signal.SIGKILL)
        self.expect(self.ended(), 66, rules=self.RACE, incomplete="the program did not finish")

    def test_hang(self):
        status = self.run_to_end("clean", "hang", options=["--hang-timeout", "2"])
        findings = self.expect(status, 66, incomplete="the program did not finish")
        self.assertIn("MATCH", {finding["family"] for finding in findings["findings"]})

    # ---- what there is too little of

    def on_small_disk(self, size, line):
        mount = f"mkdir -p disk && mount -t tmpfs -o size={size} none disk && {line}"
        user = [] if os.geteuid() == 0 else ["--map-root-user"]
        if subprocess.run(["unshare", "--mount", *user, "true"], capture_output=True).returncode != 0:
            self.skipTest("this system lets nobody mount a small disk")
        environment = dict(jobs.environment(MPI), TMPDIR=self.temporary)
        return subprocess.run(["unshare", "--mount", *user, "sh", "-c", mount], cwd=self.folder, env=environment, timeout=90,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")

    def command_line(self, *words, options=""):
        return f"{FENCEPOST} run --no-html {options} -- {' '.join(jobs.mpiexec(MPI, 2))} {self.binary} {' '.join(words)}"

    def test_full_disk_under_the_trace(self):
        done = self.on_small_disk("1m", self.command_line("clean", options="--trace-dir disk/trace --json out.json"))
        self.assertEqual(done.returncode, 2, done.stdout)
        with open(self.path("out.json"), encoding="utf-8") as file:
            findings = json.load(file)
        self.assertIn("the disk is full", "; ".join(findings["incomplete"]) + findings["failure"], done.stdout)
        self.assertEqual(findings["status"], "failed", done.stdout)
        # The program has finished.
        self.assertIn("the program has ended", done.stdout)
        self.assertNotIn("without MPI_Finalize", done.stdout + str(findings["blind_spots"]))
        self.assertNotIn("the program did not finish", findings["incomplete"])

    def test_full_disk_under_a_report(self):
        fill = "head -c 1000000 /dev/zero > disk/filler 2>/dev/null; echo old > disk/out.json 2>/dev/null;"
        line = self.command_line("racy", options="--json disk/out.json --sarif out.sarif")
        done = self.on_small_disk("16k", f"{fill} {line}; status=$?; ls disk; exit $status")
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertIn("cannot write disk/out.json: the disk is full", done.stdout)
        self.assertNotIn(".part", done.stdout)
        self.assertTrue(os.path.exists(self.path("out.sarif")))

    def test_report_that_cannot_be_written(self):
        os.mkdir(self.path("folder"))
        self.start(options=["--json", "folder"], command=["touch", "it-ran"])
        self.assertEqual(self.ended(), 2)
        self.assertIn("cannot write folder", self.text())
        self.assertFalse(os.path.exists(self.path("it-ran")))
        with open(self.path("out.sarif"), encoding="utf-8") as file:
            self.assertIn("cannot write folder", file.read())
        self.nothing_stays()
        # What becomes so while the program runs.
        command = ["sh", "-c", f"{' '.join(jobs.mpiexec(MPI, 2))} {self.binary} racy; mkdir out.xml"]
        self.start(options=["--junit", "out.xml"], command=command)
        self.assertEqual(self.ended(), 2, self.text())
        self.assertIn("cannot write out.xml", self.text())
        self.nothing_stays()

    def test_folder_that_cannot_be_written(self):
        """Not even by root, who may ignore permissions."""
        line = self.command_line("racy", options="--json disk/out.json --sarif out.sarif")
        done = self.on_small_disk("64k,ro", line)
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertIn("cannot write disk/out.json: Read-only file system", done.stdout)
        self.assertNotIn("the program has ended", done.stdout)
        with open(self.path("out.sarif"), encoding="utf-8") as file:
            self.assertIn("cannot write disk/out.json", file.read())

    def test_no_place_for_the_trace(self):
        line = self.command_line("clean", options="--json out.json")
        done = self.on_small_disk("16k,nr_inodes=1", f"TMPDIR=$PWD/disk {line}")
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertIn("cannot make a trace directory", done.stdout)
        with open(self.path("out.json"), encoding="utf-8") as file:
            self.assertIn("the disk is full", json.load(file)["failure"])
        self.assertNotIn("the program has ended", done.stdout)

    def test_few_file_descriptors(self):
        """The race is told, or that there are too few and what helps."""
        status = self.run_to_end("racy", prefix=["sh", "-c", 'ulimit -n 32; exec "$@"', "sh"])
        findings = self.read_reports()
        if status == 66:
            self.assertEqual([finding["rule"] for finding in findings["findings"]], list(self.RACE), self.text())
            self.assertEqual(findings["incomplete"], [])
        else:
            self.assertEqual((status, findings["findings"]), (2, []), self.text())
            self.assertIn("ulimit -n", findings["failure"], self.text())
        self.nothing_stays()

    def test_no_memory_for_the_analysis(self):
        limit = 'limit=$1; shift; fencepost=$1; shift; ulimit -v $limit; exec "$fencepost" "$@"'
        command = ["sh", "-c", f"ulimit -v unlimited 2>/dev/null; exec {' '.join(jobs.mpiexec(MPI, 2))} {self.binary} many"]
        self.start(prefix=["sh", "-c", limit, "sh", "400000"], command=command)
        status = self.ended()
        findings = self.read_reports()
        self.assertEqual((status, findings["status"]), (2, "failed"), self.text())
        self.assertTrue(findings["failure"], self.text())
        self.nothing_stays()

    # ---- status 2

    def test_what_cannot_be_checked(self):
        for command, reason in ((["true"], "does not use MPI"), (["./nothing-there"], "command not found"),
                                (["sh", "-c", "exit 3"], "status 3")):
            self.start(command=command)
            self.expect(self.ended(), 2, rules=(), failure=reason)
        for options in (["--hang-timeout", "long"], ["--suppressions", "nowhere"], ["--grace", "0"]):
            self.start("clean", options=options)
            self.expect(self.ended(), 2, rules=(), failure=options[1] if options[0] == "--suppressions" else options[0])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
