#!/usr/bin/env python3
"""Measures how much a rank's process grows: its largest size with Fencepost and its pass, and without, for windows of several sizes.

usage: memory.py STAGE
Prints a table in Markdown.
"""
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "programs"))
import jobs  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent


def main():
    stage = pathlib.Path(sys.argv[1]).resolve()
    environment = jobs.permissive(OMPI_CC="clang-19", MPICH_CC="clang-19")
    print("| MPI | window of each rank, MiB | natively, MiB | with Fencepost, MiB | more |\n|---|---:|---:|---:|---:|")
    for mpi in jobs.installed():
        with tempfile.TemporaryDirectory() as folder:

            def size(binary, window, *before, folder=folder):
                out = subprocess.run([f"mpiexec.{mpi}", "-n", "2", *before, f"./{binary}", str(window)], cwd=folder,
                                     env=environment, check=True, capture_output=True, text=True).stdout
                return int(out)

            compiler = [f"mpicc.{mpi}", "-O2", "-g", HERE / "memory.c", "-o"]
            subprocess.run([*compiler, "plain"], cwd=folder, env=environment, check=True)
            subprocess.run([stage / "bin/fencepost-cc", *compiler, "seen"], cwd=folder, env=environment, check=True)
            for window in [1, 64, 512]:
                native = size("plain", window)
                seen = size("seen", window, "env", f"LD_PRELOAD={stage}/lib/fencepost/libfencepost.so",
                            f"FENCEPOST_TRACE_DIR={folder}/trace{window}")
                more = seen - native
                print(f"| {mpi} | {window} | {native} | {seen} | {more} MiB, {100 * more / native:.0f} % |", flush=True)


if __name__ == "__main__":
    main()
