#!/usr/bin/env python3
"""Jobs with ranks that poll (polls.c). If no rank can continue, the tool ends the job and explains why. It leaves all others alone.

usage: polls_test.py --stage DIR --mpi mpich|openmpi [--only WORD] [--jobs N] PROGRAM SEEN
"""
import sys

sys.dont_write_bytecode = True

import hanging_jobs  # noqa: E402

FOUND = 66  # status
MOST_EVENTS = 20_000  # of a job
# What adds nothing is an update all the same, of which each is recorded.
UPDATES = {"add_nothing"}

# What rank 1 looks by, what it does between two looks, what rank 0 does; the calls that the report must name.
HANGS = [
    ("test", "-", "receive", ("MPI_Test", "MPI_Recv")),
    ("test", "usleep", "barrier", ("MPI_Test", "MPI_Barrier")),
    ("testall", "yield", "receive", ("MPI_Testall", "MPI_Recv")),
    ("testany", "nanosleep", "wait", ("MPI_Testany", "MPI_Wait")),
    ("testsome", "-", "fence", ("MPI_Testsome", "MPI_Win_fence")),
    ("get_status", "usleep", "receive", ("MPI_Request_get_status", "MPI_Recv")),
    ("iprobe", "-", "receive", ("MPI_Iprobe", "MPI_Recv")),
    ("iprobe", "yield", "barrier", ("MPI_Iprobe", "MPI_Barrier")),
    ("improbe", "usleep", "wait", ("MPI_Improbe", "MPI_Wait")),
    ("iprobe", "nanosleep", "poll", ("MPI_Iprobe",)),
    ("test", "-", "poll", ("MPI_Test",)),
    ("fetch_and_op", "-", "receive", ("MPI_Fetch_and_op", "MPI_Recv")),
    ("fetch_and_op", "usleep", "poll", ("MPI_Fetch_and_op",)),
    ("add_nothing", "usleep", "barrier", ("MPI_Fetch_and_op", "MPI_Barrier")),
    ("swap", "usleep", "receive", ("MPI_Compare_and_swap", "MPI_Recv")),
    ("swap", "yield", "poll", ("MPI_Compare_and_swap",)),
    ("get_accumulate", "usleep", "fence", ("MPI_Get_accumulate", "MPI_Win_fence")),
    ("get", "-", "receive", ("MPI_Get", "MPI_Recv")),
    ("get", "usleep", "wait", ("MPI_Get", "MPI_Wait")),
    ("rget", "usleep", "receive", ("MPI_Rget", "MPI_Recv")),
    ("sync", "usleep", "receive", ("MPI_Win_sync", "MPI_Recv")),
    ("sync", "usleep", "lock", ("MPI_Win_sync", "MPI_Win_lock")),
    ("win_test", "-", "receive", ("MPI_Win_test", "MPI_Recv")),
    ("lock_get_unlock", "-", "receive", ("MPI_Get", "MPI_Recv")),
    ("exclusive_get", "-", "barrier", ("MPI_Get", "MPI_Barrier")),
    ("lock_all_get", "-", "receive", ("MPI_Get", "MPI_Recv")),
    ("own_get", "-", "barrier", ("MPI_Get", "MPI_Barrier")),
    ("rget", "-", "barrier", ("MPI_Rget", "MPI_Barrier")),
    ("sync", "-", "barrier", ("MPI_Win_sync", "MPI_Barrier")),
    ("get_accumulate", "-", "receive", ("MPI_Get_accumulate", "MPI_Recv")),
]
# The same under the schedule that puts off what it can: looks of whoever polls are not among it.
LAZY_HANGS = [
    ("fetch_and_op", "-", "receive", ("MPI_Fetch_and_op", "MPI_Recv")),
    ("fetch_and_op", "usleep", "poll", ("MPI_Fetch_and_op",)),
    ("swap", "yield", "poll", ("MPI_Compare_and_swap",)),
    ("get_accumulate", "-", "receive", ("MPI_Get_accumulate", "MPI_Recv")),
    ("get", "-", "receive", ("MPI_Get", "MPI_Recv")),
    ("lock_get_unlock", "-", "receive", ("MPI_Get", "MPI_Recv")),
]
# The same by loads alone, where the compiler tells of them.
SEEN_HANGS = [
    ("lock_get_unlock", "yield", "receive", ("MPI_Get", "MPI_Recv")),
    ("lock_all_get", "yield", "receive", ("MPI_Get", "MPI_Recv")),
    ("own_get", "yield", "receive", ("MPI_Get", "MPI_Recv")),
    ("volatile_flag", "usleep", "receive", ("polls.c", "MPI_Recv")),
    ("volatile_word", "yield", "barrier", ("polls.c", "MPI_Barrier")),
    ("atomic_word", "usleep", "receive", ("polls.c", "MPI_Recv")),
    ("atomic_word", "yield", "wait", ("polls.c", "MPI_Wait")),
    ("relaxed_word", "nanosleep", "fence", ("polls.c", "MPI_Win_fence")),
]
SEEN_GOES_ON = [
    ("volatile_word", "usleep", "sleeps"),
    ("atomic_word", "yield", "computes"),
    ("relaxed_word", "nanosleep", "flag_and_work"),
    ("atomic_word", "-", "flag_and_numbers"),
    ("test", "usleep", "flag_and_numbers"),
    ("volatile_word", "usleep", "helper"),
    ("atomic_word", "yield", "helper"),
]
GOES_ON = [
    ("test", "-", "computes"),
    ("testall", "usleep", "sleeps"),
    ("iprobe", "yield", "computes"),
    ("iprobe", "nanosleep", "tests"),
    ("get_status", "usleep", "work"),
    ("test", "-", "little_work"),
    ("iprobe", "-", "little_work"),
    ("fetch_and_op", "usleep", "sleeps"),
    ("get_accumulate", "usleep", "tests"),
    ("swap", "usleep", "computes"),
    ("test", "usleep", "file"),
    ("iprobe", "usleep", "timeout"),
    ("sync", "usleep", "computes"),
]


def run(options, arguments, folder, seen, schedule="eager"):
    return hanging_jobs.run(options, options.seen if seen else options.program, arguments, folder, schedule)


def told(finding):
    text = finding["message"] + "".join(finding.get("why", []))
    return text + "".join(access.get("call", "") + " " for access in finding.get("accesses", []))


def hangs(options, row, folder, schedule="eager"):
    outcome, findings = run(options, ["hang", *row[:3]], folder, row in SEEN_HANGS, schedule)
    if outcome.status is None:
        return ["it was not ended"]
    about = hanging_jobs.of_hangs(findings)
    if not about:
        return [f"status {outcome.status}, and nothing is told of the hang: {outcome.output[-600:]}"]
    text = " ".join(told(f) for f in about)
    bad = [f"{call} is not named: {text}" for call in row[3] if call not in text]
    if "has polled" not in text:
        bad.append(f"nothing is said of who looks: {text}")
    return bad + ([] if row[0] in UPDATES else too_many(outcome))


def hangs_lazily(options, row, folder):
    return hangs(options, row, folder, "lazy")


def too_many(outcome):
    """A thousand rounds of a poll are recorded, however long it takes."""
    return [f"{outcome.events} events were recorded"] if outcome.events > MOST_EVENTS else []


def goes_on(options, row, folder):
    seen = row in SEEN_GOES_ON
    outcome, findings = run(options, ["goes_on", *row, str(folder / "file")] if len(row) == 3 else list(row), folder, seen)
    if outcome.status not in ((0, FOUND) if seen else (0,)):
        return [f"status {outcome.status}: {outcome.output[-600:]} {findings}"]
    # A load of a flag that an atomic sets may be told of; that the job hangs may not.
    return [finding["message"] for finding in hanging_jobs.of_hangs(findings)]


def main():
    options = hanging_jobs.options_of(__doc__, [("program", None), ("seen", "the same program, compiled by fencepost-cc")])
    table = [(hangs, row) for row in HANGS + SEEN_HANGS]
    table += [(hangs_lazily, row) for row in LAZY_HANGS]
    table += [(goes_on, row) for row in GOES_ON + SEEN_GOES_ON + [("talks",)]]
    return hanging_jobs.walk(options, table)


if __name__ == "__main__":
    sys.exit(main())
