#!/usr/bin/env python3
"""Measures what one-sided operations cost under Fencepost: microseconds native and recorded, side by side in one run, and the ratio.
Then the size of that run's trace, and how fast the analyzer reads it.

usage: compare.py STAGE [--mpi mpich|openmpi] [--seconds S] [--ranks N] [--quick]
Prints tables in Markdown. It takes one or two minutes on a machine that does nothing else.
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "programs"))
import jobs  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent


def times(command, environment):
    out = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600)
    if out.returncode:
        print(f"{' '.join(command)}: status {out.returncode}\n{out.stderr[-2000:]}", file=sys.stderr)
    result = {}
    for line in out.stdout.splitlines():
        name, size, microseconds = line.split()
        result[name, int(size)] = float(microseconds)
    return result


def launcher(mpi, ranks):
    """Puts each rank on a core of its own if there are enough. MPICH leaves that to the system, and two busy ranks on one core wait for
    each other's time slices."""
    bound = ["-bind-to", "core"] if mpi == "mpich" and int(ranks) <= len(os.sched_getaffinity(0)) else []
    return [f"mpiexec.{mpi}", *bound, "-n", ranks]


def show(value, form="{:.2f}"):
    return "–" if value is None else form.format(value)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stage")
    parser.add_argument("--mpi", choices=jobs.MPIS)
    parser.add_argument("--seconds", default="0.02", help="for each figure")
    parser.add_argument("--ranks", default="2")
    parser.add_argument("--quick", action="store_true", help="only where all ranks take part: fence, post and start, one lock for all")
    options = parser.parse_args()
    stage = pathlib.Path(options.stage).resolve()
    native = jobs.permissive()
    mpis = jobs.installed(options.mpi)
    table, traces = {}, []
    with tempfile.TemporaryDirectory() as folder:
        for mpi in mpis:
            program = f"{folder}/rma_bench.{mpi}"
            subprocess.run([f"mpicc.{mpi}", "-O2", "-g", "-w", str(HERE / "rma_bench.c"), "-o", program], check=True)
            command = launcher(mpi, options.ranks) + [program, options.seconds] + (["quick"] if options.quick else [])
            table[mpi, "native"] = times(command, native)
            trace = f"{folder}/trace.{mpi}"
            checked = dict(native, FENCEPOST_TRACE_DIR=trace,
                           LD_PRELOAD=str(stage / "lib" / "fencepost" / "libfencepost.so"))
            table[mpi, "recorded"] = times(command, checked)
            size = sum(f.stat().st_blocks * 512 for f in pathlib.Path(trace).rglob("*.fpt"))
            begin = time.monotonic()
            subprocess.run([str(stage / "bin" / "fencepost"), "analyze", "--quiet", "--json", f"{folder}/out.json", trace],
                           capture_output=True, timeout=1200)
            seconds = time.monotonic() - begin
            found = json.loads(pathlib.Path(f"{folder}/out.json").read_text())["statistics"]
            traces.append((mpi, found["events"], size / max(found["events"], 1), found["events"] / seconds))
            shutil.rmtree(trace, ignore_errors=True)

    print(f"{options.ranks} ranks, microseconds a call (best round); recorded: Fencepost executes and records RMA.\n")
    print("| case | bytes |" + "".join(f" {m} | recorded | ratio |" for m in mpis))
    print("|---|---:|" + "---:|---:|---:|" * len(mpis))
    for case in sorted({key for values in table.values() for key in values}):
        row = f"| {case[0]} | {case[1]} |"
        for mpi in mpis:
            before, after = table[mpi, "native"].get(case), table[mpi, "recorded"].get(case)
            ratio = after / before if before and after is not None else None
            row += f" {show(before)} | {show(after)} | {show(ratio)} |"
        print(row)
    print("\n| trace of that run | events | bytes an event on disk | events analyzed a second, one core |")
    print("|---|---:|---:|---:|")
    for mpi, events, per_event, speed in traces:
        print(f"| {mpi} | {events:,} | {per_event:.1f} | {speed:,.0f} |")


if __name__ == "__main__":
    main()
