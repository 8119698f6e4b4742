#!/usr/bin/env python3
"""What `fencepost fix --apply` makes of the examples with a planted mistake is right.

For each of them: the example is built with its mistake by its own makefile, runs under Fencepost, and `fencepost fix --apply` changes a
copy of its sources. If there is a patch, the copy must build, and run in three schedules without a finding and with status 0.

usage: examples_test.py STAGE BUILD MPI [EXAMPLE…]
"""

import dataclasses
import importlib.machinery
import importlib.util
import os
import shutil
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.realpath(__file__))
TESTS = os.path.realpath(os.path.join(HERE, ".."))
sys.path.insert(0, os.path.join(TESTS, "programs"))
import jobs  # noqa: E402
from patches_test import SCHEDULES  # noqa: E402


def module_of(path):
    """A script that has no suffix, as a module."""
    loader = importlib.machinery.SourceFileLoader("examples", path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("examples", loader))
    loader.exec_module(module)
    return module


examples = module_of(os.path.join(TESTS, "examples", "run"))


def complaint_of(run, mpi, settings):
    """What is wrong with the fixes of this example, or "", and whether there are some."""
    example, binary, ranks, bug, arguments = run
    folder = os.path.join(settings.build, mpi, f"{example}-{bug}-{ranks}")
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(os.path.join(examples.ROOT, "examples", example), folder)

    def build():
        return examples.make_in(folder, bug, mpi, settings)

    def checked(schedule):
        one = dataclasses.replace(settings, schedule=schedule)
        return jobs.run_checked(os.path.join(folder, binary), arguments, ranks, mpi, one, [], os.path.join(folder, "findings.json"))

    error = build()
    if error:
        return f"does not build:\n{error}", False
    _, report = checked("")
    if report is None or not report["findings"]:
        return "has no finding", False
    if not any(fix["patch"] for finding in report["findings"] for fix in finding["fixes"]):
        return "", False
    command = [os.path.join(settings.stage, "bin", "fencepost"), "fix", "--apply", "findings.json"]
    outcome = jobs.execute(command, 60, env=jobs.environment(mpi), directory=folder)
    if outcome.status != 0:
        return f"fencepost fix --apply ends with {outcome.status}:\n{outcome.output}", True
    jobs.execute(["make", "-s", "clean"], 60, None, folder)
    error = build()
    if error:
        return f"does not build with its fixes:\n{error}", True
    for schedule in SCHEDULES:
        outcome, report = checked(schedule)
        if report is None or report["findings"] or outcome.status != 0:
            return f"is not right with its fixes ({schedule}), status {outcome.status}:\n{outcome.output[-3000:]}", True
    return "", True


def main():
    stage, build, mpi, *names = sys.argv[1:]
    settings = jobs.Settings(stage=os.path.realpath(stage), build=os.path.realpath(build), schedule="")
    runs = [run for run in examples.read_runs() if run[3] != "-" and (not names or run[0] in names)]
    fixed = wrong = 0
    for run in runs:
        complaint, there = complaint_of(run, mpi, settings)
        fixed += there
        wrong += bool(complaint)
        print(f"{run[0]} {run[3]}: {complaint or ('fixed' if there else 'no patch')}", flush=True)
    print(f"of {len(runs)} examples with a mistake {fixed} have a patch; {wrong} are wrong")
    return 1 if wrong or fixed == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
