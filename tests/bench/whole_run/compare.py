#!/usr/bin/env python3
"""Measures what `fencepost run` adds to a small program on two ranks, report included: seconds native and checked, in turns.

usage: compare.py STAGE [--rounds N]
Prints a table in Markdown: the medians, and their difference, for which a user waits.
"""
import argparse
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "programs"))
import jobs  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
FINDINGS = 66


def seconds(command, expected, **options):
    begin = time.monotonic()
    status = subprocess.run(command, capture_output=True, timeout=120, **options).returncode
    if status != expected:
        raise SystemExit(f"{' '.join(command)}: status {status}, not {expected}")
    return time.monotonic() - begin


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stage", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    stage = options.stage.resolve()
    environment = jobs.permissive()
    print("| MPI | native, s | with fencepost run and its page, s | added, s |\n|---|---:|---:|---:|")
    for mpi in jobs.installed():
        with tempfile.TemporaryDirectory() as folder:
            here = dict(cwd=folder, env=environment)
            seconds([str(stage / "bin/fencepost-cc"), f"mpicc.{mpi}", "-g", "-O2", str(HERE / "small.c"), "-o", "small"], 0,
                    **here)
            command = [f"mpiexec.{mpi}", "-n", "2", "./small"]
            native, checked = [], []
            for _ in range(options.rounds):
                native.append(seconds(command, 0, **here))
                checked.append(seconds([str(stage / "bin/fencepost"), "run", "--", *command], FINDINGS, **here))
        before, after = statistics.median(native), statistics.median(checked)
        print(f"| {mpi} | {before:.2f} | {after:.2f} | {after - before:.2f} |")


if __name__ == "__main__":
    main()
