#!/usr/bin/env python3
"""A program with the binary interface of the MPI standard (MPI-5.0, chapter 20). Its library is a shim over the installed MPICH
(standard_abi/shim.py). The program works without Fencepost, and is checked if that back end was built (-DFENCEPOST_WITH_STANDARD_ABI=ON).

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


# name, what is said of the right program, and the rule that its mistake breaks (with an argument; None: it makes none)
PROGRAMS = [("ring", "2 RMA operations", "FP-RACE-002"), ("each_type", "", "FP-RACE"), ("spawns", "", None)]


def build(arguments, folder, name):
    built = run([f"{arguments.stage}/bin/fencepost-cc", f"{folder}/bin/mpicc", "-g", "-O1", f"{HERE}/standard_abi/{name}.c", "-o", name], folder)
    if built.returncode != 0:
        fail(f"{name} does not build: {built.stderr}")


def check(arguments, folder, name, says, rule):
    """Whether the program runs and, if there is a back end, has its findings."""
    job = [arguments.mpiexec, "-n", "2", f"./{name}"]
    outcome = run(job, folder)
    if outcome.returncode != 0 or outcome.stdout.count("good") != 2:  # two ranks may write into one line
        fail(f"{name} without Fencepost, status {outcome.returncode}: {outcome.stdout}{outcome.stderr}")
    checked = [f"{arguments.stage}/bin/fencepost", "run", "--no-html", "--"] + job
    outcome = run(checked, folder)
    text = outcome.stdout + outcome.stderr
    if not os.path.exists(f"{arguments.stage}/lib/fencepost/libfencepost-mpiabi.so"):
        if outcome.stdout.count("good") != 2 or "add-mpi" not in text:
            fail(f"{name} without a back end, status {outcome.returncode}: {text}")
        return
    if outcome.returncode != 0 or says not in text or outcome.stdout.count("good") != 2:
        fail(f"{name}, the right program, status {outcome.returncode}: {text}")
    if rule is None:
        return
    outcome = run(checked + ["race"], folder)
    if outcome.returncode != 66 or rule not in outcome.stdout + outcome.stderr:
        fail(f"{name}, the race, status {outcome.returncode}: {outcome.stdout}{outcome.stderr}")


def main():
    parser = argparse.ArgumentParser()
    for name in ("stage", "mpicc", "mpiexec", "tree"):
        parser.add_argument("--" + name, required=True)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        made = run([sys.executable, f"{HERE}/standard_abi/shim.py", "--mpicc", arguments.mpicc, "--tree", arguments.tree, folder], folder)
        if made.returncode != 0:
            fail(f"the shim is not made: {made.stderr}")
        for name, says, rule in PROGRAMS:
            build(arguments, folder, name)
            check(arguments, folder, name, says, rule)
    print("all well")


main()
