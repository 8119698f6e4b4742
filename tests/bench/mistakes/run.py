#!/usr/bin/env python3
"""Measures the analysis of a program that makes one mistake 1,000 to 1,000,000 times, and of one with as many correct operations of the
same kind: processor time and memory of `fencepost analyze` with one thread. With --live it measures the processor time of the whole
`fencepost run`, program included.

A virtual machine gets memory from its host when it touches it for the first time, and some give it back soon after. That can take
seconds for a GiB, and counts as processor time of whoever touches it. So each measurement first touches as much memory as it may need.

usage: run.py STAGE [--mpi mpich|openmpi] [--least N] [--most N] [--kind KIND]... [--live] [--patience SECONDS]
Prints a table in Markdown. Once a kind takes longer than --patience, it is not tried with higher numbers.
"""
import argparse
import mmap
import multiprocessing
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "programs"))
import jobs  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
# What is repeated, in words.
KINDS = {"put": "puts to one place",
         "puts": "puts to one place by two ranks",
         "sliding": "puts of 100 ints, each one int further",
         "overlapping": "puts of which each overlaps each",
         "overlapping_both": "the same, and gets of the other rank",
         "overlapping_store": "the same, and stores of the other rank",
         "result": "compare-and-swaps into one result",
         "fetch": "fetch-and-ops into one result",
         "gets": "gets into one place",
         "accumulates": "accumulates of two operations",
         "put_sum": "puts and accumulates",
         "get_store": "gets and stores",
         "put_store": "puts and stores",
         "sum_store": "accumulates and stores",
         "cas_put": "compare-and-swaps and puts",
         "origin": "stores to an origin on its way",
         "request": "puts with requests, complete at the origin only"}
FINDINGS = 66


def touch_memory(size):
    memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    memory.madvise(mmap.MADV_HUGEPAGE)
    for at in range(0, size, mmap.PAGESIZE):
        memory[at] = 1


def have_memory(count):
    """The memory that `count` pending operations may take has been touched, and is free."""
    most_of_one = 4096
    process = multiprocessing.Process(target=touch_memory, args=((64 << 20) + count * most_of_one,))
    process.start()
    process.join()


def used_by(command, statuses, environment=None):
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(list(map(str, command)), env=environment, stdout=said, stderr=said)
        _, status, used = os.wait4(process.pid, 0)
        if os.waitstatus_to_exitcode(status) not in statuses:
            said.seek(0)
            raise SystemExit(f"{command}: status {os.waitstatus_to_exitcode(status)}\n{said.read().decode()}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def analysis(fencepost, program, mpi, words, folder, live):
    job = [*jobs.mpiexec(mpi, 2), program, *words]
    statuses = (0, FINDINGS)
    if live:
        have_memory(int(words[1]))
        return used_by([fencepost, "run", "--no-html", "--jobs", "1", "--", *job], statuses, jobs.environment(mpi))
    trace = folder / "trace"
    shutil.rmtree(trace, ignore_errors=True)
    used_by([fencepost, "run", "--no-html", "--no-live", "--trace-dir", trace, "--", *job], statuses, jobs.environment(mpi))
    have_memory(int(words[1]))
    return used_by([fencepost, "analyze", "--jobs", "1", trace], statuses)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stage", type=pathlib.Path)
    parser.add_argument("--mpi", choices=jobs.MPIS)
    parser.add_argument("--least", type=int, default=1000)
    parser.add_argument("--most", type=int, default=1_000_000)
    parser.add_argument("--kind", action="append", choices=KINDS)
    parser.add_argument("--live", action="store_true")
    parser.add_argument("--patience", type=float, default=60)
    options = parser.parse_args()
    stage = options.stage.resolve()
    mpi = jobs.installed(options.mpi)[0]
    fencepost = stage / "bin" / "fencepost"
    print("| the mistake | times | s | MB | in order, s | MB | ratio |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        program = folder / "repeated"
        subprocess.run([stage / "bin" / "fencepost-cc", f"mpicc.{mpi}", "-O1", "-g", HERE / "repeated.c", "-o", program], check=True)
        for kind in options.kind or KINDS:
            count = options.least
            wrong = 0
            while count <= options.most and wrong < options.patience:
                wrong, memory = analysis(fencepost, program, mpi, [kind, str(count)], folder, options.live)
                right, less = analysis(fencepost, program, mpi, [kind, str(count), "ordered"], folder, options.live)
                print(f"| {KINDS[kind]} | {count:,} | {wrong:.2f} | {memory:.0f} | {right:.2f} | {less:.0f} | {wrong / right:.1f} |", flush=True)
                count *= 10


if __name__ == "__main__":
    main()
