#!/usr/bin/env python3
"""OpenMP may give some work to any thread (luck.c). Each run must find the same, whichever thread does it, with gcc's and LLVM's runtime.

usage: luck_test.py --stage DIR --mpi mpich|openmpi --build DIR [--only CASE]
"""
import argparse
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "programs"))
sys.dont_write_bytecode = True

import jobs  # noqa: E402

THREADS = [1, 2, 2, 3, 4]  # of each run
RACES = ["sections", "dynamic_chunks", "dynamic_pairs", "runtime_chunks", "two_singles", "single_and_master",
         "master_and_single", "loop_and_single", "siblings", "creator", "loop_of_tasks", "master_flushes",
         "master_flushes_at_the_end", "first_thread_flushes", "kept_number_flushes", "kept_number_tells", "kept_answer_flushes", "kept_number_in_steps"]
ORDERED = ["static_chunk", "within_chunk", "two_loops", "ordered_loop", "waiting_singles", "master_twice",
           "each_flushes", "each_flushes_at_the_end", "master_flushes_after_barrier", "sections_then_one", "dependences",
           "waits_for_task", "undeferred", "group", "first_thread_in_chunks", "first_thread_in_pairs",
           "kept_number_in_chunks", "kept_answer_in_chunks", "kept_number_in_chunks_and_after", "first_before_and_in_chunks", "first_in_chunks_and_after", "kept_by_choice", "kept_number_and_own_loop", "asked_and_own_memory", "own_list_of_chunks", "number_as_place", "number_in_context", "number_passed", "first_sets_up", "first_in_steps", "last_thread_completes", "each_completes_its_own", "number_in_tasks", "others_compute", "kept_in_own_variable", "first_thread_in_sections", "first_thread_in_tasks", "main_thread_in_chunks",
           "ancestor_in_chunks", "own_variable_in_chunks", "own_variable_in_tasks", "own_handle_in_chunks"]
# Which of two sections on one thread begins where is known to compiled code only.
NOT_ALONE = {("clang", "sections")}


def build(options, compiler):
    program = pathlib.Path(options.build) / f"luck.{options.mpi}.{compiler}"
    program.parent.mkdir(parents=True, exist_ok=True)
    flags = ["--clang"] if compiler == "clang" else []
    wrapper = [f"{options.stage}/bin/fencepost-cc", *flags, f"mpicc.{options.mpi}"]
    subprocess.run([*wrapper, "-O1", "-g", "-fopenmp", "-o", program, HERE / "luck.c"], check=True)
    return program


def found(options, program, case, threads):
    result = program.with_name(program.name + ".json")
    result.unlink(missing_ok=True)
    environment = {**jobs.environment(options.mpi), "OMP_NUM_THREADS": str(threads), "OMP_DYNAMIC": "false",
                   "OMP_SCHEDULE": "dynamic"}
    command = [f"{options.stage}/bin/fencepost", "run", "--quiet", "--no-html", "--json", str(result), "--",
               *jobs.mpiexec(options.mpi, 2), str(program), case]
    jobs.execute(command, 120, environment, str(program.parent))
    if not result.exists():
        return {"no report"}
    return {f"{finding['rule']} {sorted(access['line'] for access in finding['accesses'])}"
            for finding in json.loads(result.read_text())["findings"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stage", required=True)
    parser.add_argument("--mpi", required=True)
    parser.add_argument("--build", required=True)
    parser.add_argument("--compilers", default="gcc,clang")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    wrong = 0
    for compiler in options.compilers.split(","):
        program = build(options, compiler)
        for case in RACES + ORDERED:
            if options.only not in case:
                continue
            runs = [found(options, program, case, threads) for threads in THREADS
                    if threads > 1 or (compiler, case) not in NOT_ALONE]
            right = all(run == runs[0] for run in runs)
            right &= len(runs[0]) == (1 if case in RACES else 0) and all(one.startswith("FP-RACE") for one in runs[0])
            wrong += not right
            print(f"{'ok  ' if right else 'FAIL'} {compiler} {case}" + ("" if right else f": {runs}"), flush=True)
    return 1 if wrong else 0


sys.exit(main())
