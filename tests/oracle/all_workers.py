#!/usr/bin/env python3
"""The oracle's random programs, analyzed by several numbers of workers and as an MPI job: all find the same, to the letter.

usage: all_workers.py --stage DIR --mpi mpich|openmpi --build DIR [--seeds A:B] [--batch N] [--workers K,…] [--ranks K,…]

The programs of a batch are one run with one trace (oracle.py --analysis both, which also compares them with the model).
"""
import argparse
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "programs"))
sys.dont_write_bytecode = True

import jobs  # noqa: E402


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stage", required=True)
    parser.add_argument("--mpi", required=True)
    parser.add_argument("--build", required=True)
    parser.add_argument("--seeds", default="1:201")
    parser.add_argument("--batch", type=int, default=200)
    parser.add_argument("--workers", default="2,4,8")
    parser.add_argument("--ranks", default="2,4")
    return parser.parse_args()


def reports(options, trace, workers, ranks=0):
    """The status, the text and the JSON of an analysis: advice is tried anew in each, which takes most of its time."""
    result = trace.parent / "workers.json"
    result.unlink(missing_ok=True)
    prefix = jobs.mpiexec(options.mpi, ranks) if ranks else []
    command = [*prefix, f"{options.stage}/bin/fencepost", "analyze", "--most", "0", "--json", str(result), "--jobs", str(workers),
               str(trace)]
    done = subprocess.run(command, env=jobs.environment(options.mpi), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                          timeout=1200, check=False)
    return done.returncode, done.stdout, result.read_text() if result.exists() else ""


def differences(options, first, end):
    folder = pathlib.Path(options.build) / f"all_workers.{options.mpi}"
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, HERE / "oracle.py", "--stage", options.stage, "--mpi", options.mpi, "--seeds", f"{first}:{end - 1}",
               "--batch", str(end - first), "--ranks", "mixed", "--schedule", "mixed", "--transport", "mixed", "--analysis", "both",
               "--keep", folder]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        yield done.stdout
        return
    trace = folder / "trace"
    alone = reports(options, trace, 1)
    if alone[0] not in (0, 66) or not alone[-1]:
        yield f"status {alone[0]}, and a report of {len(alone[-1])} bytes"
    for workers in options.workers.split(","):
        if reports(options, trace, workers) != alone:
            yield f"--jobs {workers} reports something else than --jobs 1"
    for ranks in options.ranks.split(","):
        if reports(options, trace, 1, int(ranks)) != alone:
            yield f"{ranks} ranks report something else than one process"


def main():
    options = parse()
    first, end = (int(word) for word in options.seeds.split(":"))
    wrong = 0
    for begin in range(first, end, options.batch):
        for difference in differences(options, begin, min(begin + options.batch, end)):
            wrong += 1
            print(f"seeds from {begin}: {difference}", flush=True)
    print(f"{end - first} programs, {wrong} differences", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
