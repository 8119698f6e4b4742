#!/usr/bin/env python3
"""OpenMP may give some work to any thread (luck.c, fortran/luck.F90). Each run must find the same, whichever thread does
it, with gcc's and LLVM's runtime.

usage: luck_test.py --stage DIR --mpi mpich|openmpi --build DIR [--compilers NAME,…] [--levels N,…] [--threads N,…] [--only CASE]

The compilers of Fortran run its table. With --compilers all --levels 0,1,2,3 it is a table of all compilers and levels.
What is not as it should be has a mark: a finding in a correct case is "false", a race that some or all runs do not find
is "missed".
"""
import argparse
import itertools
import json
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "programs"))
sys.dont_write_bytecode = True

import jobs  # noqa: E402

THREADS = [1, 2, 2, 3, 4]  # of each run
RACES = ["sections", "dynamic_chunks", "dynamic_pairs", "runtime_chunks", "two_singles", "single_and_master",
         "master_and_single", "loop_and_single", "siblings", "creator", "loop_of_tasks", "master_flushes",
         "master_flushes_at_the_end", "first_thread_flushes", "kept_number_flushes", "kept_number_tells", "kept_answer_flushes", "kept_number_in_steps",
         "common_block_in_sections"]
ORDERED = ["static_chunk", "within_chunk", "two_loops", "ordered_loop", "waiting_singles", "master_twice",
           "each_flushes", "each_flushes_at_the_end", "master_flushes_after_barrier", "sections_then_one", "dependences",
           "waits_for_task", "undeferred", "group", "first_thread_in_chunks", "first_thread_in_pairs",
           "kept_number_in_chunks", "kept_answer_in_chunks", "kept_number_in_chunks_and_after", "first_before_and_in_chunks", "first_in_chunks_and_after", "kept_by_choice", "kept_number_and_own_loop", "asked_and_own_memory", "own_list_of_chunks", "number_as_place", "number_in_context", "number_passed", "first_sets_up", "first_in_steps", "last_thread_completes", "each_completes_its_own", "number_in_tasks", "others_compute", "kept_in_own_variable", "first_thread_in_sections", "first_thread_in_tasks", "main_thread_in_chunks",
           "ancestor_in_chunks", "own_variable_in_chunks", "own_variable_in_tasks", "own_handle_in_chunks",
           "place_from_counter", "place_from_list", "place_passed", "own_place_in_chunks", "own_place_in_loop_of_tasks", "own_place_at_first_use",
           "own_block_in_sections"]
# Which of two sections on one thread begins where is known only to code that our pass has seen.
NOT_ALONE = {(name, case) for name in ("clang-hooks", "clang-14")
             for case in ("sections", "common_block_in_sections")}


# How to compile: the compiler, and the options of our wrapper; None: without it, so that nobody sees loads and stores.
COMPILERS = {
    "gcc": ("gcc", []),
    "gcc-hooks": ("gcc", ["--no-plugin"]),
    "gcc-plain": ("gcc", None),
    "clang": ("clang-19", []),
    "clang-hooks": ("clang-19", ["--no-pass"]),
    "clang-plain": ("clang-19", None),
    "clang-14": ("clang-14", ["--no-pass"]),
    "gcc-with-libomp": ("gcc", []),
    "gfortran": ("gfortran", []),
    "gfortran-hooks": ("gfortran", ["--no-plugin"]),
    "gfortran-plain": ("gfortran", None),
    "flang": ("flang-new-19", []),
    "flang-plain": ("flang-new-19", None),
}
FORTRAN = [HERE / "fortran" / f"{name}.F90"
           for name in ("common", "races", "correct", "own_memory", "only_gfortran", "luck")]


def is_fortran(name):
    return "fortran" in name or "flang" in name


def cases(name):
    """The races and the ordered cases of a compiler's table."""
    if name == "gcc-with-libomp":  # of gcc's code, LLVM's runtime tells only tasks
        return [], ORDERED
    if not is_fortran(name):
        return RACES, ORDERED
    text = FORTRAN[-1].read_text()
    if "flang" in name:
        text = re.sub(r"#ifndef __flang__.*?#endif", "", text, flags=re.DOTALL)
    found_cases = {"races": [], "ordered": []}
    for kind, case in re.findall(r'! (races|ordered):|case \("(\w+)"\)', text):
        if kind:
            current = found_cases[kind]
        else:
            current.append(case)
    return found_cases["races"], found_cases["ordered"]


def libomp():
    """The options that link LLVM's runtime before gcc's."""
    path = subprocess.run(["clang-19", "-print-file-name=libomp.so"], capture_output=True, text=True, check=True).stdout.strip()
    folder = str(pathlib.Path(path).resolve().parent)
    return ["-Wl,--no-as-needed", path, f"-Wl,-rpath,{folder}"]


def build(options, name, level):
    compiler, flags = COMPILERS[name]
    program = pathlib.Path(options.build).resolve() / f"luck.{options.mpi}.{name}.O{level}"
    modules = program.with_name(program.name + ".modules")
    modules.mkdir(parents=True, exist_ok=True)
    command = []
    if flags is not None:
        command = [f"{options.stage}/bin/fencepost-{'fc' if is_fortran(name) else 'cc'}", *flags]
    libraries = []
    if name.startswith("flang") and options.mpi == "mpich":  # its own wrapper hands on options of gfortran
        command += [compiler, *mpich_for_fortran("-I")]
        libraries = mpich_for_fortran("-L", "-l")
    else:
        command.append(f"{'mpifort' if is_fortran(name) else 'mpicc'}.{options.mpi}")
    sources = FORTRAN if is_fortran(name) else [HERE / "luck.c"]
    command += [f"-O{level}", "-g", "-fopenmp", "-o", program, *sources, *libraries]
    if is_fortran(name):
        command.append("-w")  # of arguments of other types
    if name == "gcc-with-libomp":
        command += libomp()
    variable = {"mpich": "MPICH_", "openmpi": "OMPI_"}[options.mpi] + ("FC" if is_fortran(name) else "CC")
    done = subprocess.run(command, env={**jobs.environment(options.mpi), variable: compiler}, cwd=modules, check=False)
    return program if done.returncode == 0 else None


def mpich_for_fortran(*beginnings):
    shown = subprocess.run(["mpifort.mpich", "-show"], capture_output=True, text=True, check=True).stdout.split()
    return [word for word in shown if word.startswith(beginnings)]


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


def judge(options, name, programs, case):
    """One word: "ok", or what is wrong; and what was found. The runs of a correct case take the programs in turn."""
    alone = (name, case) not in NOT_ALONE
    ordered = case in cases(name)[1]
    programs = itertools.cycle(programs if ordered else programs[:1])
    runs = [found(options, program, case, threads) for program, threads in zip(programs, options.threads) if threads > 1 or alone]
    kinds = set().union(*runs)
    if any(not kind.startswith("FP-RACE") for kind in kinds) or (ordered and kinds):
        return "false", runs
    expected = 0 if ordered or COMPILERS[name][1] is None else 1
    return "ok" if all(run == runs[0] and len(run) == expected for run in runs) else "missed", runs


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stage", required=True)
    parser.add_argument("--mpi", required=True)
    parser.add_argument("--build", required=True)
    parser.add_argument("--compilers", default="gcc,clang")
    parser.add_argument("--levels", default="102", help="of each line of the table; one like 102: races at the first one, correct cases at all in turn")
    parser.add_argument("--threads", type=lambda text: [int(word) for word in text.split(",")], default=THREADS)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    options.stage = pathlib.Path(options.stage).resolve()
    wrong = 0
    names = list(COMPILERS) if options.compilers == "all" else options.compilers.split(",")
    for name, levels in itertools.product(names, options.levels.split(",")):
        programs = [build(options, name, level) for level in levels]
        if None in programs:
            print(f"{name} -O{levels} does not compile it")
            wrong += 1
            continue
        for case in itertools.chain(*cases(name)):
            if not any(part in case for part in options.only.split(",")):
                continue
            word, runs = judge(options, name, programs, case)
            wrong += word != "ok"
            print(f"{word:6} {name} -O{levels} {case}" + ("" if word == "ok" else f": {runs}"), flush=True)
    return 1 if wrong else 0


sys.exit(main())
