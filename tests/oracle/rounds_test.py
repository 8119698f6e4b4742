#!/usr/bin/env python3
"""Random runs whose processes meet (rounds.c), with a few mistakes: divided by time or not, an analysis finds the same, to the letter.

usage: rounds_test.py --stage DIR --mpi mpich|openmpi --build DIR --replay PROGRAM [--seeds A:B] [--workers K,…] [--ranks N]

--replay: the built replay_shares. --ranks: also with so many ranks of an MPI job, for each tenth run.
"""
import argparse
import pathlib
import shutil
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
    parser.add_argument("--replay", required=True)
    parser.add_argument("--seeds", default="1:25")
    parser.add_argument("--workers", default="2,5")
    parser.add_argument("--ranks", type=int, default=2)
    return parser.parse_args()


class Rounds:
    def __init__(self, options):
        self.options = options
        self.tool = f"{options.stage}/bin/fencepost"
        self.environment = jobs.environment(options.mpi)
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

    def report(self, trace, workers, prefix=()):
        command = [*prefix, self.tool, "analyze", "--jobs", str(workers), str(trace)]
        done = subprocess.run(command, env={**self.environment, "FENCEPOST_PROGRESS": "0"}, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, timeout=300, check=False)
        return f"status {done.returncode}\n{done.stdout}"

    def differences(self, seed):
        trace = self.record(seed)
        shares = subprocess.run([self.options.replay, str(trace)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                timeout=600, check=False)
        if shares.returncode != 0:
            yield shares.stdout
        alone = self.report(trace, 1)
        if "status 0" not in alone and "status 66" not in alone:
            yield alone
        for workers in self.options.workers.split(","):
            if self.report(trace, workers) != alone:
                yield f"--jobs {workers} reports something else than --jobs 1"
        if seed % 10 == 0:
            prefix = jobs.mpiexec(self.options.mpi, self.options.ranks)
            if self.report(trace, 1, prefix) != alone:
                yield f"{self.options.ranks} ranks report something else than one process"


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
