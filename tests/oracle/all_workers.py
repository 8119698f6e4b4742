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

import divided  # noqa: E402


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stage", required=True)
    parser.add_argument("--mpi", required=True)
    parser.add_argument("--build", required=True)
    parser.add_argument("--seeds", default="1:201")
    parser.add_argument("--batch", type=int, default=200)
    divided.add_options(parser, "2,4,8", "2,4")
    return parser.parse_args()


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
    analyses = divided.Analyses(options.stage, options.mpi)
    yield from analyses.differences(folder / "trace", divided.numbers(options.workers), divided.numbers(options.ranks))


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
