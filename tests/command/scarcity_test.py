#!/usr/bin/env python3
"""A run with too little of what it needs is still checked, or a sentence says what is short and what to do about it.

    scarcity_test.py --stage DIR --mpi mpich|openmpi

It tries a low limit of open files for the ranks, and a /dev/shm that is small or cannot be written (in a mount namespace, if allowed).
"""
import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "programs"))
sys.dont_write_bytecode = True

import jobs  # noqa: E402

PROGRAM = """#include <mpi.h>
int main(int argc, char** argv) {
  int* memory, rank, value = 7;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
"""
# With fewer, Open MPI's own mpiexec crashes, and hangs while it says so.
FILES = {"mpich": [256, 64, 48, 32, 24, 16], "openmpi": [256, 64, 48]}
SHARED = ["size=64k", "size=1m", "size=8m", "size=32m", "size=1m,ro"]


def main():
    parser = argparse.ArgumentParser()
    for name in ("stage", "mpi"):
        parser.add_argument("--" + name, required=True)
    arguments = parser.parse_args()
    environment = jobs.permissive()
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "program.c"), "w", encoding="utf-8") as file:
            file.write(PROGRAM)
        subprocess.run(["mpicc." + arguments.mpi, "-g", "program.c", "-o", "program"], cwd=folder, check=True)
        command = [f"{arguments.stage}/bin/fencepost", "run", "--no-html", "--", "mpiexec." + arguments.mpi, "-n", "2", "./program"]

        def judge(what, words, way_out, before=None):
            outcome = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, timeout=120, preexec_fn=before)
            fine = outcome.returncode == 0 or (outcome.returncode not in (1, 66) and way_out in outcome.stderr)
            print(f"{what}: status {outcome.returncode}")
            if not fine:
                failures.append(f"{what}: status {outcome.returncode}, and no way out:\n{outcome.stdout}{outcome.stderr}")

        for count in FILES[arguments.mpi]:
            judge(f"{count} open files", command, "ulimit -n", lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (count, count)))
        inside = ["unshare", "--mount", "--propagation", "private"]
        if shutil.which("unshare") and subprocess.run(inside + ["mount", "-t", "tmpfs", "tmpfs", "/dev/shm"], capture_output=True).returncode == 0:
            for options in SHARED:
                mount = f'mount -t tmpfs -o {options} tmpfs /dev/shm && exec "$@"'
                judge(f"/dev/shm with {options}", inside + ["sh", "-c", mount, "sh"] + command, "/dev/shm")
        else:
            print("no mount namespace may be made here: /dev/shm was not tried")
    if failures:
        sys.exit("\n".join(failures))
    print("all well")


main()
