#!/usr/bin/env python3
"""Measures how much longer clang takes with the pass for large functions, by their number of accesses.

usage: run.py STAGE [--quick] [--accesses N ...]
Prints a table in Markdown: processor time of `fencepost-cc clang-19` at -O2 -g, in seconds and as a ratio to clang's own.
This program makes the functions: straight code, code with some calls, branches, and loops of a few accesses.
"""
import argparse
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile

STATEMENT = {  # number of the statement: four accesses or more
    "straight": lambda i: f"a[{i * 3 % 1000}] = b[{i * 7 % 5000}] + s; s += c[{i % 777}]; p->k[{i % 8}] += {i};",
    "calls": lambda i: STATEMENT["straight"](i) + (" call();" if i % 10 == 0 else ""),
    "branches": lambda i: f"if (c[{i % 777}] > {i}) {{ a[n + {i}] = b[n * {i % 13}] + s; s += p->v; p = p->next; }}",
    "loops": lambda i: f"for (int i = 0; i < n; ++i) {{ if (c[i] == {i}) break; a[c[i]] += b[i] * {i}; s += p->v; p = p->next; }}",
}
ACCESSES = {"straight": 5, "calls": 5, "branches": 5, "loops": 7}


def source_of(kind, accesses):
    body = "\n".join(STATEMENT[kind](i) for i in range(accesses // ACCESSES[kind]))
    return ("struct node { double v; struct node* next; int k[8]; };\n"
            "double f(double* a, double* b, int* c, struct node* p, int n, void (*call)(void)) {\n"
            f"double s = 0; if (n < 0) call();\n{body}\nreturn s;\n}}\n")


def seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run(command, check=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stage")
    parser.add_argument("--quick", action="store_true", help="small functions, once")
    parser.add_argument("--accesses", type=int, nargs="+", default=[1000, 10000, 30000])
    arguments = parser.parse_args()
    if shutil.which("clang-19") is None:
        return 0
    print("| accesses | " + " | ".join(f"{kind}, s | ratio" for kind in STATEMENT) + " |")
    print("|---:|" + "---:|" * 2 * len(STATEMENT))
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "large.c")
        compile_it = ["-O2", "-g", "-c", str(source), "-o", f"{folder}/large.o"]
        for accesses in [400] if arguments.quick else arguments.accesses:
            row = []
            for kind in STATEMENT:
                source.write_text(source_of(kind, accesses))
                rounds = 1 if arguments.quick or accesses > 1000 else 3
                plain = min(seconds(["clang-19", *compile_it]) for _ in range(rounds))
                passed = min(seconds([f"{arguments.stage}/bin/fencepost-cc", "clang-19", *compile_it]) for _ in range(rounds))
                row.append(f"{passed:.1f} | {passed / plain:.1f}")
            print(f"| {accesses} | " + " | ".join(row) + " |", flush=True)
    return 0


sys.exit(main())
