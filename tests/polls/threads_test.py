#!/usr/bin/env python3
"""Jobs in which the threads of one rank wait for each other (threads.c): those in which nobody can go on are ended and
explained, all others are let alone.

usage: threads_test.py --stage DIR --mpi mpich|openmpi [--only WORD] [--jobs N] PROGRAM
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "programs"))
sys.dont_write_bytecode = True

import jobs  # noqa: E402

TIMEOUT = 2  # seconds

# What the report must say of each.
HANGS = {
    "join": ("for the end of thread 1", "for a signal of a condition variable"),
    "c11": ("for the end of thread 1", "for a signal of a condition variable"),
    "barrier": ("for other threads at a barrier",),
    "semaphore": ("for the end of thread 1", "for a semaphore to be posted"),
    "rwlock": ("for the end of thread 1", "for a read-write lock that thread 0 holds"),
    "mutex": ("for the end of thread 1", "for a mutex that thread 0 holds"),
    "lock_order": ("for a mutex that thread 0 holds", "for a mutex that thread 1 holds", "in the same order"),
    "ended": ("for a mutex that thread 1 holds",),
    "twice": ("for a mutex that thread 0 holds", "holds this lock already"),
    "alone": ("for a semaphore to be posted",),
    "again": ("for a mutex that thread 0 holds", "holds this lock already"),
    "word": ("MPI_Barrier",),
    "receive": ("MPI_Recv", "for a mutex that thread 0 holds", "Unlock"),
}
GOES_ON = ("early", "sleeps", "computes", "reads", "signal", "shared", "timed", "message", "held")


def run(options, job, folder):
    result = folder / "result.json"
    command = [f"{options.stage}/bin/fencepost", "run", "--quiet", "--no-html", "--hang-timeout", str(TIMEOUT), "--json",
               str(result), "--", *jobs.mpiexec(options.mpi, 2), options.program, job]
    outcome = jobs.execute(command, 120, jobs.environment(options.mpi), str(folder))
    findings = json.loads(result.read_text())["findings"] if result.exists() else []
    return outcome, [f for f in findings if f["rule"].startswith("FP-MATCH")]


def hangs(options, name, folder):
    outcome, findings = run(options, "hang_" + name, folder)
    if outcome.status is None:
        return ["it was not ended"]
    if len(findings) != 1:
        return [f"{len(findings)} findings tell of the hang: {outcome.output[-600:]}"]
    text = " ".join((findings[0]["message"], *findings[0].get("why", []), findings[0].get("fix", "")))
    text += findings[0].get("suggestion", "")
    return [f"it does not say '{words}': {text}" for words in HANGS[name] if words not in text]


def goes_on(options, name, folder):
    outcome, findings = run(options, "goes_on_" + name, folder)
    return [] if outcome.status == 0 else [f"status {outcome.status}: {outcome.output[-600:]} {findings}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stage", required=True)
    parser.add_argument("--mpi", required=True, choices=jobs.MPIS)
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=4)
    parser.add_argument("program")
    options = parser.parse_args()
    options.stage, options.program = os.path.abspath(options.stage), os.path.abspath(options.program)
    table = [(hangs, name) for name in HANGS] + [(goes_on, name) for name in GOES_ON]

    def one(entry):
        check, name = entry
        with tempfile.TemporaryDirectory(prefix="threads-") as folder:
            return check.__name__, name, check(options, name, pathlib.Path(folder))

    bad = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for check, name, problems in pool.map(one, [row for row in table if options.only in row[0].__name__ + "_" + row[1]]):
            bad += bool(problems)
            print(f"{check} {name}: {'; '.join(problems) or 'ok'}", flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
