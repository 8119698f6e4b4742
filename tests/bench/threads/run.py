#!/usr/bin/env python3
"""Measures what it costs to follow threads: a table of the constructs in threads_bench.c, without Fencepost and recorded.

usage: run.py STAGE [MPI]
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "programs"))
import jobs  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent


def main():
    stage = pathlib.Path(sys.argv[1]).resolve()
    mpi = sys.argv[2] if len(sys.argv) > 2 else "mpich"
    preload = subprocess.run([stage / "bin/fencepost", "preload"], check=True, capture_output=True, text=True).stdout.strip()
    environment = jobs.permissive(OMP_WAIT_POLICY="passive")
    table, columns = {}, []
    with tempfile.TemporaryDirectory() as folder:
        for compiler in ("gcc", "clang-19"):
            environment.update(MPICH_CC=compiler, OMPI_CC=compiler)
            for name, wrapper in (("alone", []), ("followed", [stage / "bin/fencepost-cc"])):
                binary = f"{folder}/{compiler}-{name}"
                command = [*wrapper, f"mpicc.{mpi}", "-O2", "-g", "-fopenmp", "-pthread", HERE / "threads_bench.c", "-o", binary]
                subprocess.run(command, check=True, env=environment)
                loaded = dict(environment)
                if wrapper:
                    loaded.update(LD_PRELOAD=preload, FENCEPOST_TRACE_DIR=f"{folder}/trace")
                shutil.rmtree(f"{folder}/trace", ignore_errors=True)
                out = subprocess.run([f"mpiexec.{mpi}", "-n", "1", binary], check=True, env=loaded, capture_output=True, text=True).stdout
                columns.append(f"{compiler} {name}")
                for line in out.splitlines():
                    construct, figure = line.split("\t")
                    table.setdefault(construct, []).append(float(figure))
    print("| ns of processor time | " + " | ".join(columns) + " |")
    print("|---|" + "---:|" * len(columns))
    for construct, figures in table.items():
        print(f"| {construct} | " + " | ".join(f"{figure:,.0f}" for figure in figures) + " |")


if __name__ == "__main__":
    main()
