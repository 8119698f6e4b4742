#!/usr/bin/env python3
"""Measures what each worker of a divided analysis needs, on traces of real runs. Workers are threads (--jobs K) or ranks (mpiexec -n K).

usage: divided.py STAGE [--quick]
Prints a table in Markdown: the processor time of one worker alone and of the slowest of K ranks, their ratio, the largest memory of a
rank, and the most that one rank reads of the traces. Threads are one process, so the table has the time of all of them together.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "programs"))
import jobs  # noqa: E402

RANKS = 4  # of the runs
PATTERNS = ["lock_all", "fence", "messages"]
# Runs a command and writes what it took to a file of this rank. (The launcher talks to the command through open files.)
MEASURE = """
import json, os, resource, subprocess, sys
status = subprocess.run(sys.argv[2:], stdout=subprocess.DEVNULL, close_fds=False).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
read = [int(line.split()[1]) for line in open("/proc/self/io") if line.startswith("rchar")][0]
rank = os.environ.get("PMI_RANK", os.environ.get("OMPI_COMM_WORLD_RANK", "0"))
json.dump([used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, read], open(f"{sys.argv[1]}.{rank}", "w"))
sys.exit(status)
"""


def measure(launcher, command, folder):
    """For each process: seconds of processor time, MiB, bytes read."""
    for old in folder.glob("took.*"):
        old.unlink()
    done = subprocess.run([*launcher, sys.executable, "-c", MEASURE, "took", *command], cwd=folder, env=jobs.permissive(),
                          capture_output=True, text=True, timeout=1200)
    if done.returncode != 0:
        sys.exit(f"{' '.join(launcher + command)}: status {done.returncode}\n{done.stderr}")
    return [json.loads(path.read_text()) for path in sorted(folder.glob("took.*"))]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stage", type=pathlib.Path)
    parser.add_argument("--quick", action="store_true", help="small runs, to see that it works")
    options = parser.parse_args()
    fencepost = str(options.stage.resolve() / "bin/fencepost")
    mpis = jobs.installed(None)
    print("| pattern | divided among | one alone, s | the slowest, s | ratio | MiB of one | read by one, of the trace |")
    print("|---|---|---:|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run([f"mpicc.{mpis[0]}", "-O2", "-g", str(HERE / "meeting.c"), "-o", str(folder / "meeting")], check=True)
        for pattern in PATTERNS:
            trace = f"trace-{pattern}"
            rounds = "60" if options.quick else "4000"
            subprocess.run([fencepost, "run", "--quiet", "--no-html", "--trace-dir", trace, "--", *jobs.mpiexec(mpis[0], RANKS),
                            "./meeting", pattern, rounds], cwd=folder, env=jobs.permissive(), check=True, capture_output=True)
            alone = measure([], [fencepost, "analyze", "--jobs", "1", trace], folder)[0]
            ways = [(f"{k} threads", [], ["--jobs", str(k)]) for k in ((2,) if options.quick else (2, 4, 8))]
            ways += [(f"{k} ranks, {mpi}", jobs.mpiexec(mpi, k), []) for mpi in mpis for k in ((2,) if options.quick else (2, 4, 8))]
            for way, launcher, more in ways:
                took = measure(launcher, [fencepost, "analyze", *more, trace], folder)
                slowest, memory, read = (max(one[i] for one in took) for i in range(3))
                ratio = f"{alone[0] / slowest:.1f}" if launcher else "–"
                print(f"| {pattern} | {way} | {alone[0]:.2f} | {slowest:.2f}{'' if launcher else ' (all)'} | {ratio} | "
                      f"{memory:.0f} | {100 * read / alone[2]:.0f} % |", flush=True)


if __name__ == "__main__":
    main()
