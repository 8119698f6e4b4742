#!/usr/bin/env python3
"""However a program ends, only its trace remains: no process, no file of ours in shared memory or among the temporary files, and only
traces in the trace's folder.

usage: leaks_test.py --stage DIR --mpi mpich|openmpi [--deny FILTER] PROGRAM     (leaves.c, compiled)
FILTER (tests/programs/deny.c): if the kernel has no memory files, Fencepost uses files in /dev/shm.
"""
import argparse
import glob
import os
import pathlib
import shutil
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "programs"))
sys.dont_write_bytecode = True

import jobs  # noqa: E402

ENDS = ("finalize", "exit", "abort", "kill", "crash")


def ours(temporary):
    """Files that only we make. An MPI library may leave its own files when its processes are killed."""
    return set(glob.glob("/dev/shm/*fencepost*")) | {p for p in glob.glob(temporary + "/**", recursive=True) if "fencepost" in p}


def problems(options, end, transport, folder):
    trace, temporary = folder / "trace", folder / "tmp"
    temporary.mkdir()
    before = ours(str(temporary))
    environment = jobs.environment(options.mpi)
    environment.update(TMPDIR=str(temporary), FENCEPOST_TRACE_DIR=str(trace), FENCEPOST_TRANSPORT=transport)
    program = folder / "leaves"  # a name of its own, by which its processes are known
    shutil.copy(options.program, program)
    filters = [options.deny, "memory-files"] if options.deny else []
    command = jobs.mpiexec(options.mpi, 3) + filters + ["env", f"LD_PRELOAD={options.stage}/lib/fencepost/libfencepost.so",
                                                        str(program), end]
    outcome = jobs.execute(command, 60, environment, str(folder))
    found = []
    if outcome.status is None:
        found.append("it did not end")
    elif (outcome.status == 0) != (end == "finalize") and not (end != "finalize" and jobs.forgets_deaths(options.mpi)):
        found.append(f"status {outcome.status}")
    left = jobs.left_behind(str(program))
    if left:
        found.append(f"processes {left} still run")
    found += [f"{path} is left behind" for path in sorted(ours(str(temporary)) - before)]
    strange = [str(p.relative_to(trace)) for p in trace.rglob("*") if p.is_file() and p.suffix != ".fpt" and p.name != "looks"]
    found += [f"{name} in the trace's folder" for name in strange]
    if not list(trace.glob("rank-*/thread-0.fpt")):
        found.append("there is no trace: it ran without Fencepost")
    return found + ([outcome.output[-1000:]] if found else [])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stage", required=True)
    parser.add_argument("--mpi", required=True, choices=jobs.MPIS)
    parser.add_argument("--deny")
    parser.add_argument("program")
    options = parser.parse_args()
    options.stage, options.program = os.path.abspath(options.stage), os.path.abspath(options.program)
    bad = 0
    for end in ENDS:
        for transport in ("auto",) if options.deny else ("auto", "messages"):
            with tempfile.TemporaryDirectory(prefix="leaks-") as name:
                for problem in problems(options, end, transport, pathlib.Path(name)):
                    bad += 1
                    print(f"{options.mpi}, {end}, {transport}: {problem}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
