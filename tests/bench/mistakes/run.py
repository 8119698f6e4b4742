#!/usr/bin/env python3
"""What the analysis of one mistake costs that is made 1,000 to 1,000,000 times, against as many operations of the same kind
that are right: processor time and memory of `fencepost analyze`, by one thread.

usage: run.py STAGE [--mpi mpich|openmpi] [--most N]
Prints a table in Markdown.
"""
import argparse
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
KINDS = {"put": "puts to one place", "sliding": "puts of 100 ints, each one int further",
         "result": "compare-and-swaps into one result", "origin": "stores to an origin on its way"}
FINDINGS = 66


def analysis(fencepost, program, mpi, words, folder):
    trace = folder / "trace"
    shutil.rmtree(trace, ignore_errors=True)
    subprocess.run([fencepost, "run", "--no-html", "--no-live", "--trace-dir", trace, "--", *jobs.mpiexec(mpi, 2), program, *words],
                   env=jobs.environment(mpi), capture_output=True, timeout=3600)
    reader = subprocess.Popen([fencepost, "analyze", "--jobs", "1", trace], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(reader.pid, 0)
    if os.waitstatus_to_exitcode(status) not in (0, FINDINGS):
        raise SystemExit(f"{words}: status {status}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stage", type=pathlib.Path)
    parser.add_argument("--mpi", choices=jobs.MPIS)
    parser.add_argument("--most", type=int, default=1_000_000)
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
        for kind, words in KINDS.items():
            count = 1000
            while count <= options.most:
                wrong, memory = analysis(fencepost, program, mpi, [kind, str(count)], folder)
                right, less = analysis(fencepost, program, mpi, [kind, str(count), "ordered"], folder)
                print(f"| {words} | {count:,} | {wrong:.2f} | {memory:.0f} | {right:.2f} | {less:.0f} | {wrong / right:.1f} |", flush=True)
                count *= 10


if __name__ == "__main__":
    main()
