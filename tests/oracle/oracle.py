#!/usr/bin/env python3
"""Random RMA programs under the real tool, against the brute-force model.

  oracle.py --seeds 1:200 [--mpi mpich|openmpi|both] [--ranks 3] [--batch 40] [--schedule eager]
  oracle.py --show SEED          the program as C, and what the model says
  oracle.py --shrink SEED        the smallest program that still disagrees

Exit status: 0 they agree, 1 they disagree (the seeds are printed), 2 something could not be run.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from generate import generate
from model import verdicts
from program import Printer, Program, to_c


class CannotRun(Exception):
    pass


class Tool:
    def __init__(self, stage, mpi, schedule, keep=None):
        self.bin = pathlib.Path(stage) / "bin"
        self.mpi, self.schedule = mpi, schedule
        self.directory = pathlib.Path(keep or tempfile.mkdtemp(prefix="fencepost-oracle-"))
        self.directory.mkdir(parents=True, exist_ok=True)
        self.environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                                OMPI_MCA_rmaps_base_oversubscribe="1")

    def command(self, arguments, timeout, statuses=(0,)):
        try:
            done = subprocess.run([str(a) for a in arguments], cwd=self.directory, env=self.environment, text=True,
                                  stdin=subprocess.DEVNULL, capture_output=True, timeout=timeout, errors="replace")
        except subprocess.TimeoutExpired:
            raise CannotRun(f"no end after {timeout} s: {' '.join(map(str, arguments))}")
        if done.returncode not in statuses:
            raise CannotRun(f"status {done.returncode}: {' '.join(map(str, arguments))}\n{done.stdout[-1500:]}\n"
                            f"{done.stderr[-3000:]}")
        return done

    def findings(self, programs):
        """Runs the programs (their lines get set); the findings of the tool."""
        source = self.directory / "programs.c"
        source.write_text(to_c(programs))
        self.command([self.bin / "fencepost-cc", f"mpicc.{self.mpi}", "-O0", "-g", "-w", "programs.c", "-o", "programs"], 300)
        self.command([self.bin / "fencepost", "run", "--json", "out.json", "--schedule", self.schedule, "--",
                      f"mpiexec.{self.mpi}", "-n", programs[0].ranks, "./programs"], 300, (0, 66))
        return json.loads((self.directory / "out.json").read_text())["findings"]


def compare(programs, findings):
    """For each program that disagrees: (program, missed pairs, false pairs, other findings)."""
    bounds = [(min(a.line for a in p.actions), max(a.line for a in p.actions)) if p.actions else (0, -1) for p in programs]
    reported = [set() for _ in programs]
    other = [[] for _ in programs]
    for f in findings:
        # A pair that only this run's lock order separates is a note: a race by the strong order that the model knows.
        if f["severity"] in ("note", "performance", "portability") and f["family"] != "RACE":
            continue
        lines = sorted(a["line"] for a in f["accesses"])
        owner = next((i for i, (lo, hi) in enumerate(bounds) if lines and lo <= lines[0] <= hi), None)
        if len(lines) == 2 and owner is not None:
            reported[owner].add(tuple(lines))
        else:
            other[owner or 0].append(f"{f['rule']} {f['message']} at lines {lines}")
    result = []
    for p, pairs, rest in zip(programs, reported, other):
        must, may = verdicts(p)
        if must - pairs or pairs - may or rest:
            result.append((p, must - pairs, pairs - may, rest))
    return result


def describe(program, missed, false, rest):
    printer = Printer(program, 0)
    by_line = {a.line: f"rank {', '.join(map(str, a.ranks))}: {printer.statement(a)}" for a in program.actions}
    out = [f"seed {program.seed}: {len(program.actions)} actions"]
    for name, pairs in (("missed by the tool", missed), ("false alarm", false)):
        for a, b in sorted(pairs):
            out.append(f"  {name}: {by_line.get(a, a)}  <>  {by_line.get(b, b)}")
    out += [f"  unexpected: {line}" for line in rest]
    return "\n".join(out)


def alone(tool, program):
    found = compare([program], tool.findings([program]))
    return found[0] if found else None


def partners(actions, index):
    """The actions that have to go together with actions[index]."""
    a = actions[index]
    keys = {"request", "tag"}
    group = {index}
    for key in keys:
        if a.args.get(key) is not None:
            group |= {i for i, b in enumerate(actions) if b.args.get(key) == a.args[key]}
    if a.kind in ("notify", "await"):
        group |= {i for i, b in enumerate(actions) if b.kind in ("notify", "await") and b.window == a.window
                  and b.target == a.target}
    # Requests of both halves of a message.
    for i in list(group):
        for key in keys:
            if actions[i].args.get(key) is not None:
                group |= {j for j, b in enumerate(actions) if b.args.get(key) == actions[i].args[key]}
    return group


EPOCH = {"fence", "post", "start", "complete", "wait", "lock", "unlock", "lock_all", "unlock_all"}


def shrink(tool, program):
    """Removes actions (epochs stay) as long as the disagreement stays."""
    if not alone(tool, program):
        return None
    index = len(program.actions) - 1
    while index >= 0:
        if index < len(program.actions) and program.actions[index].kind not in EPOCH:
            drop = partners(program.actions, index)
            smaller = Program(program.seed, program.ranks, program.windows,
                              [a for i, a in enumerate(program.actions) if i not in drop])
            try:
                if alone(tool, smaller):
                    program = smaller
            except CannotRun:
                pass
        index -= 1
    return program


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stage", default=os.environ.get("FENCEPOST_STAGE", "build/dev/stage"))
    parser.add_argument("--seeds", default="1:120", help="first:last")
    parser.add_argument("--mpi", default="both", choices=["mpich", "openmpi", "both"])
    parser.add_argument("--ranks", type=int, default=3)
    parser.add_argument("--batch", type=int, default=40)
    parser.add_argument("--schedule", default="eager")
    parser.add_argument("--keep", help="work in this directory and leave it")
    parser.add_argument("--show", type=int)
    parser.add_argument("--shrink", type=int)
    options = parser.parse_args()
    options.stage = str(pathlib.Path(options.stage).resolve())

    if options.show is not None:
        program = generate(options.show, options.ranks)
        text = to_c([program])
        print(text)
        must, may = verdicts(program)
        lines = text.splitlines()
        for name, pairs in (("race", must), ("either way", may - must)):
            for a, b in sorted(pairs):
                print(f"{name}: {a} {lines[a - 1].strip()}  <>  {b} {lines[b - 1].strip()}")
        return 0

    mpis = ["mpich", "openmpi"] if options.mpi == "both" else [options.mpi]
    if options.shrink is not None:
        tool = Tool(options.stage, mpis[0], options.schedule, options.keep)
        program = shrink(tool, generate(options.shrink, options.ranks))
        if program is None:
            print(f"seed {options.shrink}: the tool and the model agree")
            return 0
        found = alone(tool, program)
        print(to_c([program]))
        print(describe(*found))
        return 1

    first, last = (int(x) for x in options.seeds.split(":"))
    disagreements = agreed = failed = 0
    for mpi in mpis:
        tool = Tool(options.stage, mpi, options.schedule, options.keep)
        for start in range(first, last + 1, options.batch):
            programs = [generate(s, options.ranks) for s in range(start, min(start + options.batch, last + 1))]
            programs = [p for p in programs if p.actions]
            try:
                found = compare(programs, tool.findings(programs))
            except CannotRun as reason:
                failed += 1
                print(f"{mpi}, seeds {start}…: {reason}", flush=True)
                continue
            agreed += len(programs) - len(found)
            disagreements += len(found)
            for item in found:
                print(f"{mpi}: {describe(*item)}", flush=True)
    print(f"oracle: {agreed} programs agree, {disagreements} disagree, {failed} batches could not be run")
    return 2 if failed else 1 if disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
