#!/usr/bin/env python3
"""`fencepost run` and `analyze` with ranks on several machines (machines.py)."""

import argparse
import json
import pathlib
import subprocess
import sys
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parent / "programs"))
sys.dont_write_bytecode = True

import jobs  # noqa: E402
import machines  # noqa: E402

SKIPPED = 77
MACHINES = ["a", "b"]  # of two ranks each
# MPICH's process may not come out of MPI_Finalize where UCX talks over TCP, checked or not: then it is ended soon.
HANG_TIMEOUT = "4"
OPTIONS = None


def shell(line, timeout=150):
    return jobs.execute(["sh", "-c", line], timeout, environment(), OPTIONS.build)


def environment():
    variables = jobs.permissive(OMPI_MCA_btl="tcp,self,vader", OMPI_MCA_pml="ob1", OMPI_MCA_mpi_yield_when_idle="1")
    del variables["PRTE_MCA_rmaps_default_mapping_policy"]  # all ranks on one machine; there are slots enough
    return variables


def hang_timeout():
    # Ranks of Open MPI 5 that spin in their first collective call over TCP keep each other from it, for seconds where a machine is busy.
    return "15" if is_open_mpi_5() else HANG_TIMEOUT


def is_open_mpi_5():
    return OPTIONS.mpi == "openmpi" and not jobs.version_of("openmpi").startswith("4.")


def mpiexec(ranks, hosts):
    ssh = OPTIONS.build / "ssh"
    if OPTIONS.mpi == "mpich":
        return f"mpiexec.mpich -launcher ssh -launcher-exec {ssh} -hosts {hosts} -n {ranks}"
    agent = "plm_ssh_agent" if is_open_mpi_5() else "plm_rsh_agent"
    return f"mpiexec.openmpi --mca {agent} {ssh} --host {hosts} -n {ranks}"


def fencepost(arguments, timeout=150):
    return shell(f"{OPTIONS.stage}/bin/fencepost {arguments}", timeout)


def run(program, options="", ranks=4, machines="a:2,b:2", timeout=150):
    """Runs the command and returns its findings."""
    result = OPTIONS.build / "findings.json"
    result.unlink(missing_ok=True)
    outcome = fencepost(f"run --no-html --hang-timeout {hang_timeout()} --json {result} {options} -- {mpiexec(ranks, machines)} {program}", timeout)
    return outcome, json.loads(result.read_text()) if result.exists() else None


def what(findings):
    """The statements of the findings, without what differs from run to run."""
    return sorted((f["rule"], sorted((a["kind"], a["line"]) for a in f["accesses"][:2])) for f in findings["findings"])


class SeveralMachines(unittest.TestCase):
    def found_nothing(self, outcome, findings):
        self.assertIsNotNone(findings, outcome.output)
        self.assertEqual(what(findings), [], outcome.output)
        stuck = OPTIONS.mpi == "mpich" and outcome.status == 2 and "all ranks had called MPI_Finalize" in outcome.output
        self.assertTrue(outcome.status == 0 or stuck, outcome.output)

    def test_a_correct_program_is_clean(self):
        self.found_nothing(*run("./halves"))

    def test_several_programs_of_a_job_are_all_checked(self):
        if OPTIONS.mpi == "openmpi" and jobs.version_of("openmpi") == "5.0.7":
            self.skipTest("mpiexec of Open MPI 5.0.7 (Debian 13) ends by itself now and then when it is given two programs")
        outcome, findings = run("./halves : -n 2 ./halves", ranks=2, machines="a:2,b:2")
        self.found_nothing(outcome, findings)
        self.assertEqual(findings["program"]["ranks"], 4, outcome.output)

    def test_a_race_between_machines_is_found(self):
        outcome, findings = run("./halves race")
        self.assertEqual(outcome.status, 66, outcome.output)
        self.assertEqual({rule for rule, _ in what(findings)}, {"FP-RACE-002"}, outcome.output)

    def test_findings_do_not_depend_on_wall_clocks(self):
        _, alike = run("./halves race")
        for seconds in (-5, 5):
            outcome, skewed = run(f"./skewed {seconds} ./halves race")
            self.assertEqual(what(skewed), what(alike), outcome.output)
            self.found_nothing(*run(f"./skewed {seconds} ./halves"))

    def test_an_analysis_on_several_machines_gives_the_same_bytes(self):
        trace = OPTIONS.build / "trace"
        shell(f"rm -rf {trace}")
        run("./halves race", f"--trace-dir {trace}")
        alone = fencepost(f"analyze --mpi none --json alone.json {trace}")
        self.assertEqual(alone.status, 66, alone.output)
        # Each rank writes by itself: mpiexec may have something to say of a job that ends with 66.
        (OPTIONS.build / "together.txt").unlink(missing_ok=True)
        analysis = f"exec {OPTIONS.stage}/bin/fencepost analyze --json together.json {trace} >> {OPTIONS.build}/together.txt"
        together = shell(f"timeout -s KILL 30 {mpiexec(4, 'a:2,b:2')} sh -c '{analysis}'")
        self.assertEqual((OPTIONS.build / "together.txt").read_text(), alone.output, together.output)
        self.assertEqual((OPTIONS.build / "together.json").read_text(), (OPTIONS.build / "alone.json").read_text())

    def test_a_hang_is_explained_and_nothing_is_left(self):
        # Two ranks that do not yield: on a busy machine others hardly get a moment of their own, and a starved job is no hang.
        outcome, _ = run("./halves hang", ranks=2, machines="a:1,b:1")
        self.assertEqual(outcome.status, 66, outcome.output)
        self.assertIn("MPI_Recv", outcome.output)
        for name in MACHINES:
            look = f"{OPTIONS.build}/ssh {name} 'cat /proc/[0-9]*/comm | grep -c halves; ls /dev/shm; ls {OPTIONS.build}/local'"
            deadline = time.monotonic() + 10
            while (left := shell(look).output.split()) != ["0"] and time.monotonic() < deadline:
                time.sleep(0.1)
            self.assertEqual(left, ["0"], name)

    def test_a_directory_that_is_not_shared_is_named(self):
        outcome, _ = run("./halves race", f"--trace-dir {OPTIONS.build}/local/trace", timeout=45)
        for name in MACHINES:
            shell(f"{OPTIONS.build}/ssh {name} rm -r {OPTIONS.build}/local/trace")
        if outcome.status is not None or OPTIONS.mpi != "mpich":  # stuck in MPI_Finalize, which no trace shows here
            self.assertEqual(outcome.status, 2, outcome.output)
            self.assertIn("its ranks ran on other machines and wrote their traces there", outcome.output)
        self.assertIn("rank 2 (on b) does not see what rank 0 writes into the trace directory", outcome.output)

    def test_races_are_not_told_where_a_rank_is_missing(self):
        trace = OPTIONS.build / "trace-without"
        shell(f"rm -rf {trace}")
        run("./halves race", f"--trace-dir {trace}")
        shell(f"rm -r {trace}/rank-3")
        outcome = fencepost(f"analyze {trace}")
        self.assertEqual(outcome.status, 2, outcome.output)
        self.assertIn("nothing was found in what was", outcome.output)
        self.assertIn("Fencepost did not look for races between ranks", outcome.output)


def build():
    wrapper = f"{OPTIONS.stage}/bin/fencepost-cc mpicc.{OPTIONS.mpi}"
    for line in (f"{wrapper} -g -O1 {HERE}/halves.c -o halves", f"gcc -shared -fPIC {HERE}/skewed_clock.c -o skewed_clock.so"):
        outcome = shell(line)
        if outcome.status != 0:
            sys.exit(outcome.output)
    skewed = OPTIONS.build / "skewed"
    skewed.write_text(f"#!/bin/sh\nSKEWED_CLOCK=$1\nshift\ntest $(hostname) = b || exec \"$@\"\nexport SKEWED_CLOCK\n"
                      f"LD_PRELOAD=$LD_PRELOAD:{OPTIONS.build}/skewed_clock.so exec \"$@\"\n")
    skewed.chmod(0o755)


def main():
    global OPTIONS
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mpi", default="openmpi")
    parser.add_argument("--stage", required=True)
    parser.add_argument("--build", required=True, type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("tests", nargs="*")
    OPTIONS = parser.parse_args()
    OPTIONS.stage = str(pathlib.Path(OPTIONS.stage).resolve())
    OPTIONS.build.mkdir(parents=True, exist_ok=True)
    if not OPTIONS.inside:
        if reason := machines.why_not():
            print(f"skipped: {reason}")
            return SKIPPED
        build()
        again = [sys.executable, __file__, "--inside", "--mpi", OPTIONS.mpi, "--stage", OPTIONS.stage, "--build", str(OPTIONS.build), *OPTIONS.tests]
        return subprocess.run([sys.executable, str(HERE / "machines.py"), "--work", str(OPTIONS.build), "--machines", ",".join(MACHINES), "--", *again]).returncode
    return 0 if unittest.main(argv=[__file__, *OPTIONS.tests], exit=False, verbosity=2).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
