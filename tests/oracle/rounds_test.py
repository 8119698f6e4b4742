#!/usr/bin/env python3
"""Random runs whose processes meet (rounds.c), with a few mistakes: divided by time or not, an analysis finds the same, to the letter.

usage: rounds_test.py --stage DIR --mpi mpich|openmpi --build DIR --replay PROGRAM [--seeds A:B] [--workers K,…] [--ranks K,…]

--replay: the built replay_shares. Ranks of an MPI job analyze each tenth run.
"""
import argparse
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "programs"))
sys.dont_write_bytecode = True

import divided  # noqa: E402
import jobs  # noqa: E402


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stage", required=True)
    parser.add_argument("--mpi", required=True)
    parser.add_argument("--build", required=True)
    parser.add_argument("--replay", required=True)
    parser.add_argument("--seeds", default="1:25")
    divided.add_options(parser, "2,5", "2")
    return parser.parse_args()


class Rounds:
    def __init__(self, options):
        self.options = options
        self.tool = f"{options.stage}/bin/fencepost"
        self.environment = jobs.environment(options.mpi)
        self.analyses = divided.Analyses(options.stage, options.mpi, 300)
        self.folder = pathlib.Path(options.build) / f"rounds.{options.mpi}"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.program = self.folder / "rounds"
        subprocess.run([f"{options.stage}/bin/fencepost-cc", f"mpicc.{options.mpi}", "-O1", "-g", "-o", self.program, HERE / "rounds.c"],
                       env=self.environment, check=True)

    def record(self, seed):
        trace = self.folder / "trace"
        shutil.rmtree(trace, ignore_errors=True)
        command = [self.tool, "run", "--quiet", "--no-html", "--no-live", "--trace-dir", str(trace), "--",
                   *jobs.mpiexec(self.options.mpi, 2 + seed % 3), str(self.program), str(seed), str(6 + seed % 17)]
        jobs.execute(command, 120, self.environment, str(self.folder))
        return trace

    def differences(self, seed):
        trace = self.record(seed)
        shares = subprocess.run([self.options.replay, str(trace)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                timeout=600, check=False)
        if shares.returncode != 0:
            yield shares.stdout
        ranks = divided.numbers(self.options.ranks) if seed % 10 == 0 else []
        yield from self.analyses.differences(trace, divided.numbers(self.options.workers), ranks, with_json=False)


def main():
    options = parse()
    rounds = Rounds(options)
    first, end = (int(word) for word in options.seeds.split(":"))
    wrong = 0
    for seed in range(first, end):
        for difference in rounds.differences(seed):
            wrong += 1
            print(f"seed {seed}: {difference}", flush=True)
            kept = rounds.folder / f"trace.{seed}"
            shutil.rmtree(kept, ignore_errors=True)
            shutil.copytree(rounds.folder / "trace", kept)
    print(f"{end - first} runs, {wrong} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
