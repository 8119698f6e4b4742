#!/usr/bin/env python3
"""Every way to look again and again at what another rank may change (looks.c): a poll leaves a thousand rounds in the trace, however long
it goes on, and the program goes on when the value comes.

usage: looks_test.py --stage DIR --mpi mpich|openmpi [--only WORD] [--jobs N] [--seconds N] [--table] PROGRAM SEEN
"""
import subprocess
import sys

sys.dont_write_bytecode = True

import hanging_jobs  # noqa: E402

FOUND = 66  # status: a get of what an accumulate changes is a race
MOST_EVENTS = 25_000  # of a job

# In which setting: compiled by the wrapper or not, ranks, a second thread, how operations are carried out. In the first two all ways.
SETTINGS = {
    "plain": {},
    "seen": {"seen": True},
    "four ranks": {"ranks": 4},
    "a second thread": {"thread": "threads"},
    "a thread that calls": {"thread": "calls", "ranks": 3},
    "lazy": {"schedule": "lazy"},
    "by messages": {"transport": "messages"},
}
ALL_WAYS = ("plain", "seen")
SOME = {"get_of_each_rank_flush_all", "get_of_attached", "rget_waitall", "get_accumulate_all_words", "swap_of_created", "sync_load",
        "replace_flush", "sum_of_created", "lock_replace"}


def takes_lock_each_time(way):
    return way.startswith("lock_") and not way.startswith("lock_all")


def is_for(way, name):
    if name == "a thread that calls":  # it takes a lock of its own, so the process may not lock all
        return takes_lock_each_time(way)
    return name in ALL_WAYS or way in SOME or (name == "a second thread" and way.startswith("lock_"))


def ways(options):
    listed = subprocess.run([options.program, "-", "0"], capture_output=True, text=True, check=True,
                            env=hanging_jobs.jobs.environment(options.mpi))
    return listed.stdout.split()


def polls(options, row, folder):
    way, name = row
    setting = SETTINGS[name]
    program = options.seen if setting.get("seen") else options.program
    arguments = [way, str(options.seconds), *([setting["thread"]] if "thread" in setting else [])]
    outcome, _ = hanging_jobs.run(options, program, arguments, folder, setting.get("schedule", "eager"), 120, setting.get("ranks", 2),
                                  setting.get("transport", "auto"))
    if options.table:
        return [f"status {outcome.status}, {outcome.events} events, {outcome.output.strip()[-60:]}"]
    if outcome.status not in (0, FOUND):
        return [f"status {outcome.status}: {outcome.output[-600:]}"]
    return [f"{outcome.events} events were recorded: {outcome.output.strip()[-60:]}"] if outcome.events > MOST_EVENTS else []


def main():
    options = hanging_jobs.options_of(__doc__, [("program", None), ("seen", "the same program, compiled by fencepost-cc")],
                                      {"--seconds": 1}, ["--table"])
    return hanging_jobs.walk(options, [(polls, (way, name)) for name in SETTINGS for way in ways(options)
                                       if is_for(way, name)])


if __name__ == "__main__":
    sys.exit(main())
