#!/usr/bin/env python3
"""Measures what Fencepost costs small programs that are built like real applications, for each compiler wrapper.

usage: run.py STAGE [--mpi NAME] [--quick] [--app NAME]
Prints tables in Markdown, for one rank and for two: the processor time of the ranks as a ratio to the native build of the same
compiler, then the processor time of the analysis, the elapsed time, and by how much the largest rank grows. Builds take turns, and the
best time of each counts. With two ranks, time in calls that wait for others does not count. Each run must compute the same result and
have no finding.
"""
import argparse
import dataclasses
import math
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "programs"))
import jobs  # noqa: E402

# Source, arguments, arguments if it only has to work.
APPS = {"stencil, fence": ("stencil.c", "fence 1000 60", "fence 64 2"),
        "stencil, PSCW": ("stencil.c", "pscw 1000 60", "pscw 64 2"),
        "stencil, shared memory": ("shared.c", "1000 60", "64 2"),
        "particles": ("particles.cpp", "20000 40", "500 2"),
        "unstructured mesh": ("unstructured.c", "100000 60", "2000 2"),
        "sparse matrix": ("spmv.c", "200000 80", "2000 2"),
        "communities": ("communities.cpp", "50000 15", "2000 2"),
        "blocks, Fortran": ("blocks.f90", "100 20", "12 2")}
COMPILERS = {".c": ("fencepost-cc", "mpicc", "CC", {"gcc": "gcc", "clang": "clang-19"}),
             ".cpp": ("fencepost-cxx", "mpicxx", "CXX", {"gcc": "g++", "clang": "clang++-19"}),
             ".f90": ("fencepost-fc", "mpifort", "FC", {"gcc": "gfortran", "clang": "flang-new-19"})}
# Name, compiler, options of the wrapper; None: natively.
BUILDS = {"gcc": ("gcc", None), "plugin": ("gcc", ["--plugin"]), "hooks gcc": ("gcc", ["--no-plugin"]), "clang": ("clang", None),
          "pass": ("clang", [])}
PROBED = [name for name, (_, options) in BUILDS.items() if options is not None]


@dataclasses.dataclass
class Figures:
    ranks: float  # processor time
    computing: float
    size: int  # KiB
    result: str
    others: float  # processor time of all else: launcher, analysis
    clock: float


class Bench:
    def __init__(self, stage, mpi, folder):
        self.stage, self.mpi, self.folder = pathlib.Path(stage).resolve(), mpi, folder
        self.variable = {"mpich": "MPICH_", "openmpi": "OMPI_"}[mpi]

    def environment(self, source, family):
        _, _, name, compilers = COMPILERS[source[source.index("."):]]
        environment = jobs.environment(self.mpi)
        environment[self.variable + name] = compilers[family]
        environment[self.variable + "CC"] = COMPILERS[".c"][3][family]
        return environment

    def flags(self, source, family):
        """The options of the MPI's own wrapper, without those that flang does not know."""
        _, wrapper, name, compilers = COMPILERS[source[source.index("."):]]
        if family != "clang" or name != "FC":
            return [f"{wrapper}.{self.mpi}"]
        words = subprocess.run([f"{wrapper}.{self.mpi}", "-show"], check=True, capture_output=True, text=True).stdout.split()
        return [compilers[family], *[word for word in words if word[:2] in ("-I", "-L", "-l")]]

    def build(self, source, name):
        """None if there is no such compiler."""
        family, options = BUILDS[name]
        wrapper, _, _, compilers = COMPILERS[source[source.index("."):]]
        if shutil.which(compilers[family]) is None:
            return None
        binary = f"{self.folder}/{source} {name}"
        if os.path.exists(binary):
            return binary
        environment = self.environment(source, family)
        folder = pathlib.Path(f"{binary}.objects")
        folder.mkdir()
        sources = [HERE / source]
        if source.endswith(".f90"):
            subprocess.run([f"mpicc.{self.mpi}", "-O2", "-c", HERE / "app_f90.c", "-o", folder / "app.o"], env=environment, check=True)
            sources.append(folder / "app.o")
        before = [] if options is None else [self.stage / "bin" / wrapper, *options]
        more = ["-std=c++20", "-DOMPI_SKIP_MPICXX=1", "-DMPICH_SKIP_MPICXX=1"] if source.endswith(".cpp") else []
        compiler, *flags = self.flags(source, family)
        subprocess.run([*before, compiler, "-O2", "-g", *more, *sources, *flags, "-lm", "-o", binary], cwd=folder, env=environment,
                       check=True)
        return binary

    def run(self, binary, arguments, ranks, is_probed):
        command = [f"mpiexec.{self.mpi}", "-n", str(ranks), binary, *arguments]
        if is_probed:
            command = [self.stage / "bin/fencepost", "run", "--no-html", "--", *command]
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        done = subprocess.run(command, env=jobs.environment(self.mpi), cwd=self.folder, capture_output=True, text=True)
        clock, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
        lines = [line.split() for line in done.stdout.splitlines() if line.startswith("app ")]
        if done.returncode != 0 or len(lines) != 1:
            sys.exit(f"run.py: {' '.join(map(str, command))} ended with {done.returncode}\n{done.stdout}{done.stderr}")
        _, of_ranks, computing, whole, size, result = lines[0]
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return Figures(float(of_ranks), float(computing), int(size), result, used - float(whole), clock)

    def measure(self, app, ranks, quick, turns):
        source, arguments, short = APPS[app]
        binaries = {name: self.build(source, name) for name in BUILDS}
        best = {}
        for _ in range(turns):
            for name, binary in binaries.items():
                if binary is None:
                    continue
                now = self.run(binary, (short if quick else arguments).split(), ranks, name in PROBED)
                if name not in best:
                    best[name] = now
                    continue
                for field in ("ranks", "computing", "size", "others", "clock"):
                    setattr(best[name], field, min(getattr(best[name], field), getattr(now, field)))
        return best


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stage")
    parser.add_argument("--mpi", choices=jobs.MPIS, default=jobs.installed()[0])
    parser.add_argument("--quick", action="store_true", help="once, and little of it")
    parser.add_argument("--app", choices=APPS, action="append", help="only this one")
    parser.add_argument("--ranks", type=int, choices=[1, 2], action="append", help="only with so many")
    parser.add_argument("--turns", type=int, default=5)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(arguments.stage, arguments.mpi, folder)
        for ranks in arguments.ranks or [1, 2]:
            print(f"| {ranks} {'rank' if ranks == 1 else 'ranks'}, {arguments.mpi} | native, s | " + " | ".join(PROBED) +
                  " | analysis, s: plugin | pass | on the clock: plugin | pass | MiB more: plugin | pass |")
            print("|---|" + "---:|" * (len(PROBED) + 7))
            ratios = {}
            for app in arguments.app or APPS:
                best = bench.measure(app, ranks, arguments.quick, 1 if arguments.quick else arguments.turns)
                field = "ranks" if ranks == 1 else "computing"
                row = [f"{getattr(best['gcc'], field):.2f}"]
                for name in PROBED:
                    if name not in best:
                        row.append("–")
                        continue
                    # (Natively MPICH 4.0.2 puts some elements of indexed types to wrong places of other ranks.)
                    right = best["gcc" if ranks == 1 else PROBED[0]].result
                    if not math.isclose(float(best[name].result), float(right), rel_tol=1e-6):
                        sys.exit(f"run.py: {app}, {name}: {best[name].result} instead of {right}")
                    ratios.setdefault(name, []).append(getattr(best[name], field) / getattr(best[BUILDS[name][0]], field))
                    row.append(f"{ratios[name][-1]:.2f}")
                for figure in (lambda one, native: f"{one.others - native.others:.2f}", lambda one, native: f"{one.clock / native.clock:.2f}",
                               lambda one, native: f"{(one.size - native.size) / 1024:.0f}"):
                    row += [figure(best[name], best[BUILDS[name][0]]) if name in best else "–" for name in ("plugin", "pass")]
                print(f"| {app} | " + " | ".join(row) + " |", flush=True)
            means = [f"{math.exp(sum(map(math.log, ratios[name])) / len(ratios[name])):.2f}" if name in ratios else "–" for name in PROBED]
            print("| geometric mean | | " + " | ".join(means) + " | | | | | | |\n", flush=True)


sys.exit(main())
