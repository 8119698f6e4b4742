#!/usr/bin/env python3
"""Measures how long a user waits for the report after the program's end, and how long the program runs natively. The analysis follows
the program while it runs. What it has not read by the program's end, it reads then.

usage: after_the_end.py STAGE [--mpi mpich|openmpi] [--rounds N]
Takes the correct examples, with loads and stores recorded, and the benchmark of RMA operations, which makes events as fast as it
can. Prints a table in Markdown: medians of runs in turns.
"""
import argparse
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "programs"))
import jobs  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
EXAMPLES = HERE.parents[2] / "examples"
# What it is started with, ranks: sizes that run for some tenths of a second where each rank has a processor.
CASES = [
    (["heat2d", "fence", "512", "200"], 2),
    (["heat2d", "pscw", "512", "200"], 2),
    (["heat2d", "lock_all", "512", "200"], 2),
    (["workqueue", "20000"], 2),
    (["spmv", "4000", "20"], 2),
    (["rma_bench", "0.002"], 2),
]
# What the program writes when it is over, by the clock that this script reads.
NOTE_THE_END = '"$@"; status=$?; date +%s.%N > ended; exit $status'
FINDINGS = 66


def build(stage, mpi, name, folder):
    if name == "rma_bench":
        return subprocess.run([f"mpicc.{mpi}", "-O2", "-g", "-w", str(HERE.parent / "rma" / "rma_bench.c"), "-o",
                               str(folder / name)], check=True)
    copy = folder / "source" / name
    if not copy.exists():
        shutil.copytree(EXAMPLES / name, copy)
        subprocess.run(["make", f"CC={stage / 'bin/fencepost-cc'} mpicc.{mpi}"], cwd=copy, check=True, capture_output=True)
        shutil.copy(copy / name, folder / name)


def run(command, folder, environment):
    begin = time.time()
    status = subprocess.run(command, cwd=folder, env=environment, capture_output=True, timeout=1200).returncode
    end = time.time()
    if status not in (0, FINDINGS):
        raise SystemExit(f"{' '.join(command)}: status {status}")
    return begin, end


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stage", type=pathlib.Path)
    parser.add_argument("--mpi", choices=jobs.MPIS)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    stage = options.stage.resolve()
    environment = jobs.permissive()
    print("| program | MPI | native, s | under Fencepost, s | from its end to the report, s | of the native time |")
    print("|---|---|---:|---:|---:|---:|")
    for mpi in jobs.installed(options.mpi):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for arguments, ranks in CASES:
                build(stage, mpi, arguments[0], folder)
                command = [f"mpiexec.{mpi}", "-n", str(ranks), f"./{arguments[0]}", *arguments[1:]]
                native, checked, after = [], [], []
                for _ in range(options.rounds):
                    begin, end = run(command, folder, environment)
                    native.append(end - begin)
                    begin, end = run([str(stage / "bin/fencepost"), "run", "--", "sh", "-c", NOTE_THE_END, "sh", *command],
                                     folder, environment)
                    ended = float((folder / "ended").read_text())
                    checked.append(ended - begin)
                    after.append(end - ended)
                times = [statistics.median(one) for one in (native, checked, after)]
                print(f"| {' '.join(arguments)} | {mpi} | {times[0]:.2f} | {times[1]:.2f} | {times[2]:.2f} | "
                      f"{times[2] / times[0]:.2f} |", flush=True)


if __name__ == "__main__":
    main()
