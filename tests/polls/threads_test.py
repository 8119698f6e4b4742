#!/usr/bin/env python3
"""Jobs in which threads of one rank wait for each other (threads.c). If no thread can continue, the tool ends the job and
explains why. It leaves all others alone.

usage: threads_test.py --stage DIR --mpi mpich|openmpi [--only WORD] [--jobs N] PROGRAM
"""
import sys

sys.dont_write_bytecode = True

import hanging_jobs  # noqa: E402

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
    "public_word": ("MPI_Barrier",),
    "common_condition": ("for a signal of a condition variable, in memory that ranks share", "on a rank"),
    "common_mutex": ("for a mutex that rank 0 holds, in memory that ranks share", "Rank 0 has to unlock"),
    "own_request": ("MPI_Test", "Rank 1 has to make the call that MPI_Test"),
    "own_wait": ("MPI_Wait", "Rank 1 has to make the call that MPI_Wait"),
    "receive": ("MPI_Recv", "for a mutex that thread 0 holds", "unlock before"),
}
GOES_ON = ("early", "sleeps", "computes", "reads", "signal", "shared", "timed", "message", "held", "common", "ring", "child",
           "timed_message", "timed_request", "copy_computes", "copy_sleeps", "all_reduce", "handler")


def hangs(options, row, folder):
    (name,) = row
    outcome, findings = hanging_jobs.run(options, options.program, ["hang_" + name], folder)
    if outcome.status is None:
        return ["it was not ended"]
    about = hanging_jobs.of_hangs(findings)
    if len(about) != 1:
        return [f"{len(about)} findings tell of the hang: {outcome.output[-600:]}"]
    text = " ".join((about[0]["message"], *about[0].get("why", []), about[0].get("suggestion", "")))
    return [f"it does not say '{words}': {text}" for words in HANGS[name] if words not in text]


def goes_on(options, row, folder):
    outcome, findings = hanging_jobs.run(options, options.program, ["goes_on_" + row[0]], folder)
    return [] if outcome.status == 0 else [f"status {outcome.status}: {outcome.output[-600:]} {findings}"]


def main():
    options = hanging_jobs.options_of(__doc__, [("program", None)])
    return hanging_jobs.walk(options, [(hangs, (name,)) for name in HANGS] + [(goes_on, (name,)) for name in GOES_ON])


if __name__ == "__main__":
    sys.exit(main())
