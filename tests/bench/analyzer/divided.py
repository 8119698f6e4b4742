#!/usr/bin/env python3
"""Measures what each worker of a divided analysis needs, on generated traces. Workers are threads (--jobs K) or ranks (mpiexec -n K).

usage: divided.py STAGE GENERATE_TRACE [--quick] [--patterns NAME,…] [--ranks N,…] [--workers K,…] [--events N]
Prints a table in Markdown: the processor time of one worker alone and of the slowest of K workers, their ratio, the largest memory of a
process, and the most that one process reads of the trace. --quick: small runs, to see that it works.

A job of 1024 ranks has 24 million events, as a run is only divided by time if it has enough periods. To keep the whole table short, it is only
divided among 8 workers. Parts of the table can be made on their own.
"""
import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

MANY_RANKS = 1024
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "programs"))
import jobs  # noqa: E402

# Runs a command and writes what it took to a file of this rank. (The launcher talks to the command through open files.) The time of a
# thread is what was seen of it last. Bytes that a process has read are those of its children, too, once it has waited for them.
MEASURE = """
import glob, json, os, resource, subprocess, sys, time
def bytes_read():
    return int([line.split()[1] for line in open("/proc/self/io") if line.startswith("rchar")][0])
before = bytes_read()
process = subprocess.Popen(sys.argv[2:], stdout=subprocess.DEVNULL, close_fds=False)
threads = {}
while process.poll() is None:
    for path in glob.glob(f"/proc/{process.pid}/task/*/schedstat"):
        try:
            text = open(path).read()
        except OSError:
            continue
        before += len(text)
        threads[path] = int((text or "0").split()[0]) / 1e9
    time.sleep(0.01)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
rank = os.environ.get("PMI_RANK", os.environ.get("OMPI_COMM_WORLD_RANK", "0"))
json.dump([used.ru_utime + used.ru_stime, max(threads.values(), default=0), used.ru_maxrss / 1024, bytes_read() - before],
          open(f"{sys.argv[1]}.{rank}", "w"))
sys.exit(process.returncode)
"""


def measure(launcher, command, folder):
    """The most of one process: seconds of processor time, of which one thread, MiB, bytes read."""
    for old in folder.glob("took.*"):
        old.unlink()
    done = subprocess.run([*launcher, sys.executable, "-c", MEASURE, "took", *command], cwd=folder, env=jobs.permissive(),
                          capture_output=True, text=True, timeout=1200)
    if done.returncode != 0:
        sys.exit(f"{' '.join(launcher + command)}: status {done.returncode}\n{done.stdout}{done.stderr}")
    took = [json.loads(path.read_text()) for path in folder.glob("took.*")]
    return [max(one[i] for one in took) for i in range(4)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stage", type=pathlib.Path)
    parser.add_argument("generate", type=pathlib.Path, help="the built generate_trace")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--patterns", default="fence,lock_all,mixed,messages")
    parser.add_argument("--ranks", default="8,64,1024", help="of the jobs")
    parser.add_argument("--workers", help="how many; default: 2,4,8, and 8 for a job of 1024 ranks")
    parser.add_argument("--events", type=int, help="of each job, about; default: 6 million, and 24 million for 1024 ranks")
    options = parser.parse_args()
    if options.quick:
        options.patterns, options.ranks, options.workers, options.events = "lock_all", "8", "2", 60_000
    mpis = jobs.installed(None)
    fencepost = str(options.stage.resolve() / "bin/fencepost")
    print("| pattern | ranks | trace, MiB | divided among | one alone, s | the slowest, s | ratio | MiB of a process | read by one, of the trace |")
    print("|---|---:|---:|---|---:|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for pattern in options.patterns.split(","):
            for ranks in options.ranks.split(","):
                many = int(ranks) >= MANY_RANKS
                workers = [int(k) for k in (options.workers or ("8" if many else "2,4,8")).split(",")]
                events = options.events or (24_000_000 if many else 6_000_000)
                trace = folder / "trace"
                shutil.rmtree(trace, ignore_errors=True)
                subprocess.run([options.generate.resolve(), pattern, ranks, str(events), trace], check=True)
                size = sum(file.stat().st_size for file in trace.rglob("*.fpt")) / 2**20
                alone, _, memory, read_alone = measure([], [fencepost, "analyze", "--jobs", "1", "trace"], folder)
                row = f"| {pattern} | {ranks} | {size:.0f} | "
                print(f"{row}– | {alone:.2f} | | | {memory:.0f} | {100 * read_alone / 2**20 / size:.0f} % |", flush=True)
                ways = [(f"{k} threads", [], ["--jobs", str(k)]) for k in workers]
                ways += [(f"{k} ranks, {mpi}", jobs.mpiexec(mpi, k), []) for mpi in mpis for k in workers]
                for way, launcher, more in ways:
                    process, thread, memory, read = measure(launcher, [fencepost, "analyze", *more, "trace"], folder)
                    slowest = process if launcher else thread
                    print(f"{row}{way} | {alone:.2f} | {slowest:.2f} | {alone / slowest:.1f} | {memory:.0f} | "
                          f"{100 * read / 2**20 / size:.0f} % |", flush=True)


if __name__ == "__main__":
    main()
