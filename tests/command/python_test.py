#!/usr/bin/env python3
"""Findings in a Python program name its statements: python_test.py STAGE BUILD MPI."""

import ctypes
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "programs"))
import jobs  # noqa: E402

STAGE, BUILD, MPI = sys.argv[1:4]
LIBRARY = {"mpich": "libmpich.so.12", "openmpi": "libmpi.so.40"}[MPI]
PROGRAM = os.path.join(os.path.dirname(os.path.realpath(__file__)), "python_program.py")
SKIPPED = 77


def marked(word):
    with open(PROGRAM, encoding="utf-8") as source:
        return next(number for number, line in enumerate(source, 1) if line.rstrip().endswith("# " + word))


def main():
    if not hasattr(ctypes.pythonapi, "_Py_DumpTraceback"):
        print("This Python does not say where it is.")
        return SKIPPED
    os.makedirs(BUILD, exist_ok=True)
    found = os.path.join(BUILD, f"python-{MPI}.json")
    run = subprocess.run(
        [os.path.join(STAGE, "bin", "fencepost"), "run", "--no-html", "--json", found, "--", f"mpiexec.{MPI}", "-n", "2",
         os.path.realpath(sys.executable), PROGRAM, LIBRARY],
        env=jobs.environment(MPI), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=100, check=False)
    print(run.stdout)
    with open(found, encoding="utf-8") as file:
        findings = json.load(file)["findings"]
    expected = {(marked("put"), marked("get first")), (marked("put"), marked("get second"))}
    places = {tuple(sorted(access["line"] for access in finding["accesses"])) for finding in findings}
    problems = []
    if run.returncode != 66 or places != expected:
        problems.append(f"status {run.returncode}, lines {sorted(places)} instead of {sorted(expected)}")
    for finding in findings:
        for access in finding["accesses"]:
            names = [frame["function"] for frame in access["stack"]]
            wanted = [["put", "first", "main", "<module>"], ["put", "second", "main", "<module>"], ["main", "<module>"]]
            if os.path.realpath(access["file"]) != PROGRAM or names not in wanted:
                problems.append(f"{access['file']}: {names}")
    if not re.search(r"loads and\s+stores of Python", run.stdout):
        problems.append("what of Python was not seen is not said")
    print("\n".join(problems))
    return 1 if problems else 0


sys.exit(main())
