#!/usr/bin/env python3
"""A program with the binary interface of the MPI standard (MPI-5.0, chapter 20), whose library is a shim over the installed MPICH
(standard_abi/shim.py): it works by itself, and is checked where that back end was built (-DFENCEPOST_WITH_STANDARD_ABI=ON).

    standard_abi_test.py --stage DIR --mpicc mpicc.mpich --mpiexec mpiexec.mpich --tree SOURCES
"""
import argparse
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.realpath(__file__))


def fail(text):
    sys.exit("standard_abi_test: " + text)


def run(command, folder):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=90)


def main():
    parser = argparse.ArgumentParser()
    for name in ("stage", "mpicc", "mpiexec", "tree"):
        parser.add_argument("--" + name, required=True)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        made = run([sys.executable, f"{HERE}/standard_abi/shim.py", "--mpicc", arguments.mpicc, "--tree", arguments.tree, folder], folder)
        if made.returncode != 0:
            fail(f"the shim is not made: {made.stderr}")
        built = run([f"{arguments.stage}/bin/fencepost-cc", f"{folder}/bin/mpicc", "-g", "-O1", f"{HERE}/standard_abi/ring.c", "-o", "ring"],
                    folder)
        if built.returncode != 0:
            fail(f"the program does not build: {built.stderr}")
        job = [arguments.mpiexec, "-n", "2", "./ring"]
        outcome = run(job, folder)
        if outcome.returncode != 0 or outcome.stdout.count("good") != 2:  # two ranks may write into one line
            fail(f"without Fencepost, status {outcome.returncode}: {outcome.stdout}{outcome.stderr}")
        checked = [f"{arguments.stage}/bin/fencepost", "run", "--no-html", "--"] + job
        outcome = run(checked, folder)
        if not os.path.exists(f"{arguments.stage}/lib/fencepost/libfencepost-mpiabi.so"):
            if outcome.stdout.count("good") != 2:
                fail(f"without a back end the program does not run: {outcome.stdout}{outcome.stderr}")
            return print("all well, but there is no back end for it")
        if outcome.returncode != 0 or "2 RMA operations" not in outcome.stdout + outcome.stderr:
            fail(f"the right program, status {outcome.returncode}: {outcome.stdout}{outcome.stderr}")
        outcome = run(checked + ["race"], folder)
        if outcome.returncode != 66 or "FP-RACE-002" not in outcome.stdout + outcome.stderr:
            fail(f"the race, status {outcome.returncode}: {outcome.stdout}{outcome.stderr}")
        return print("all well")


main()
