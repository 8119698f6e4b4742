#!/usr/bin/env python3
"""Measures what it costs to record loads and stores: kernels in several builds, as ratios to the plain build of the same compiler.

usage: run.py STAGE TESTS [--quick] [--language NAME] [--kernel NAME]
Prints tables in Markdown: (a) processor time on private memory while a window exists, (b) processor time on window memory, (c) by how
much a process grows and how many records there are, both on window memory. Builds take turns, and the best time of each counts.
"""
import argparse
import math
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
COLUMNS = ["pass", "hooks clang", "TSan clang", "plugin", "hooks gcc", "TSan gcc"]
# Source, what its table is written in, compilers (of GCC, of Clang), wrapper.
LANGUAGES = {"C": ("kernels.c", "kernels.c", "gcc", "clang-19", "fencepost-cc"),
             "C++": ("kernels.cpp", "kernels.cpp", "g++", "clang++-19", "fencepost-cxx"),
             "Fortran": ("kernels.f90", "kernels_f90.c", "gfortran", "flang-new-19", "fencepost-fc")}


class Build:
    def __init__(self, name, base, command, probed):
        self.name, self.base, self.command, self.probed = name, base, command, probed


def builds_of(language, stage):
    _, _, gcc, clang, wrapper = LANGUAGES[language]
    wrapper = f"{stage}/bin/{wrapper}"
    builds = []
    if clang is not None and shutil.which(clang):
        builds += [Build("clang", None, [clang], False), Build("pass", "clang", [wrapper, clang], True)]
        if "flang" not in clang:  # which has neither
            builds += [Build("hooks clang", "clang", [wrapper, "--no-pass", clang], True),
                       Build("TSan clang", "clang", [clang, "-fsanitize=thread"], False)]
    if shutil.which(gcc):
        builds += [Build("gcc", None, [gcc], False), Build("plugin", "gcc", [wrapper, "--plugin", gcc], True),
                   Build("hooks gcc", "gcc", [wrapper, "--no-plugin", gcc], True),
                   Build("TSan gcc", "gcc", [gcc, "-fsanitize=thread"], False)]
    return builds


class Bench:
    def __init__(self, arguments, folder):
        self.arguments, self.folder = arguments, folder

    def compile(self, language):
        """Compiles the kernels of the language in each build. Returns the names of the kernels."""
        source, table, *_ = LANGUAGES[language]
        more = ["main.c"] if table == source else ["main.c", table]
        objects = []
        for plain in more:
            objects.append(f"{self.folder}/{plain}.o")
            subprocess.run(["gcc", "-O2", "-g", "-c", HERE / plain, "-o", objects[-1]], check=True)
        common = ["-O2", "-g", "-pthread"] + (["-std=c++20"] if language == "C++" else [])
        if language == "Fortran":
            common.append(f"-J{self.folder}")
        for build in builds_of(language, self.arguments.stage):
            subprocess.run([*build.command, *common, HERE / source, *objects, "-lm", "-o", self.binary(language, build)],
                           check=True)
        lines = (HERE / table).read_text().splitlines()
        return [line.split('"')[1] for line in lines if line.startswith('    {"')]

    def binary(self, language, build):
        return f"{self.folder}/{language} {build.name}"

    def run(self, language, build, number, mode, milliseconds):
        environment = dict(os.environ)
        if build.probed:
            environment["LD_PRELOAD"] = f"{self.arguments.tests}/probe.so"
            environment["FENCEPOST_PROBE_TRACE"] = f"{self.folder}/trace"
        if build.name.startswith("TSan"):
            environment["TSAN_OPTIONS"] = "report_bugs=0"
        shutil.rmtree(f"{self.folder}/trace", ignore_errors=True)
        return subprocess.run([self.binary(language, build), str(number), mode, str(milliseconds)], env=environment,
                              check=True, capture_output=True, text=True).stdout.split()

    def measure(self, language, number, mode):
        """For each build: the best time and the largest size."""
        times, sizes = {}, {}
        for _ in range(1 if self.arguments.quick else 8):
            for build in builds_of(language, self.arguments.stage):
                time, size = self.run(language, build, number, mode, 5 if self.arguments.quick else 25)
                times[build.name] = min(times.get(build.name, math.inf), float(time))
                sizes[build.name] = max(sizes.get(build.name, 0), int(size))
        return times, sizes

    def records(self, language, build, number):
        self.run(language, build, number, "window", 0)
        out = subprocess.run([f"{self.arguments.tests}/instrument_records", f"{self.folder}/trace"], check=True,
                             capture_output=True, text=True).stdout
        return [int(word) for word in out.split()]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stage")
    parser.add_argument("tests")
    parser.add_argument("--quick", action="store_true", help="5 ms a figure, once")
    parser.add_argument("--language", choices=LANGUAGES, action="append", help="only this one")
    parser.add_argument("--kernel", help="only this one")
    arguments = parser.parse_args()
    languages = [name for name in arguments.language or LANGUAGES if builds_of(name, arguments.stage)]
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(arguments, folder)
        kernels = [(language, number, name) for language in languages
                   for number, name in enumerate(bench.compile(language)) if arguments.kernel in (None, name)]
        grown = {}
        for mode, title in (("private", "(a) private memory"), ("window", "(b) window memory")):
            print(f"| {title} | " + " | ".join(COLUMNS) + " |")
            print("|---|" + "---:|" * len(COLUMNS))
            ratios = {}
            for language, number, name in kernels:
                times, sizes = bench.measure(language, number, mode)
                row = []
                for build in builds_of(language, arguments.stage):
                    if build.base is not None:
                        ratios.setdefault((language, build.name), []).append(times[build.name] / times[build.base])
                        grown[(language, number, build.name)] = sizes[build.name] - sizes[build.base]
                for column in COLUMNS:
                    known = ratios.get((language, column))
                    row.append("–" if known is None else f"{known[-1]:.2f}")
                print(f"| {language}: {name} | " + " | ".join(row) + " |", flush=True)
            for language in languages:
                means = [ratios.get((language, column)) for column in COLUMNS]
                print(f"| geometric mean, {language} | " +
                      " | ".join("–" if mean is None else f"{math.exp(sum(map(math.log, mean)) / len(mean)):.2f}"
                                 for mean in means) + " |")
            print()
        seen = [column for column in COLUMNS if not column.startswith("TSan")]
        print("| (c) MiB more in memory; records of one run, of so many instructions | " + " | ".join(seen) + " |")
        print("|---|" + "---:|" * len(seen))
        for language, number, name in kernels:
            row = []
            by_name = {build.name: build for build in builds_of(language, arguments.stage)}
            for column in seen:
                if column not in by_name:
                    row.append("–")
                    continue
                records, instructions = bench.records(language, by_name[column], number)
                row.append(f"{grown[(language, number, column)] / 1024:.1f}; {records} of {instructions}")
            print(f"| {language}: {name} | " + " | ".join(row) + " |", flush=True)


sys.exit(main())
