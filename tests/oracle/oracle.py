"""Runs random programs under the tool and compares the findings with the brute-force model.

  oracle.py --seeds 1:200 [--mpi mpich|openmpi|both] [--ranks 3|mixed] [--batch 40] [--schedule eager|mixed] [--transport auto|mixed]
           [--analysis live|untried|afterwards|both]
               untried: live, and advice is not tried, which takes most of the time of a run with many findings
               both: live, and the same trace again afterwards, with the same result; and once more for the separate
               memory model and with --strict
  oracle.py --show SEED --ranks N          the program as C
  oracle.py --shrink SEED --ranks N        the smallest program that still disagrees

Exit status: 0 they agree; 1 they disagree (it prints the seeds); 2 something could not run.
"""
import argparse
import json
import os
import pathlib
import shutil
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "programs"))

import jobs  # noqa: E402
from generate import generate  # noqa: E402
from model import verdicts  # noqa: E402
from printer import Printer, to_c  # noqa: E402


class CannotRun(Exception):
    pass


class Tool:
    def __init__(self, stage, mpi, schedule, transport="auto", analysis="live", keep=None, timeout=300):
        self.bin = pathlib.Path(stage) / "bin"
        self.mpi, self.schedule, self.transport, self.timeout = mpi, schedule, transport, timeout
        self.analysis = analysis
        self.differences = []  # of both analyses of the last run
        self.strict = None     # the findings of the strict one
        self.kept = keep is not None
        self.directory = pathlib.Path(keep or tempfile.mkdtemp(prefix="fencepost-oracle-"))
        self.directory.mkdir(parents=True, exist_ok=True)
        self.environment = jobs.environment(mpi)
        self.command(["gcc", "-O2", "-c", HERE / "observe.c", "-o", "observe.o"], 60)

    def close(self):
        if not self.kept:
            shutil.rmtree(self.directory, ignore_errors=True)

    def command(self, arguments, timeout, statuses=(0,)):
        arguments = [str(a) for a in arguments]
        outcome = jobs.execute(arguments, timeout, env=self.environment, directory=self.directory)
        status, text = outcome.status, outcome.output[-4000:]
        line = " ".join(arguments)
        if status is None:
            raise CannotRun(f"no end after {timeout} s: {line}\n{text}")
        if status not in statuses:
            raise CannotRun(f"status {status}: {line}\n{text}")

    def run(self, programs):
        """Runs the programs and sets their lines. Returns the findings of the tool, and the values that each program showed."""
        (self.directory / "programs.c").write_text(to_c(programs))
        for old in self.directory.glob("observed.*"):
            old.unlink()
        self.command([self.bin / "fencepost-cc", f"mpicc.{self.mpi}", "-O0", "-g", "-w", "-I", HERE, "programs.c", "observe.o",
                      "-pthread", "-fopenmp", "-ldl", "-Wl,--export-dynamic", "-o", "programs"], 300)
        shutil.rmtree(self.directory / "trace", ignore_errors=True)
        # With a limit nothing of the trace is kept that advice could be tried on.
        how = {"live": [], "untried": ["--trace-limit", "4096"], "afterwards": ["--no-live"],
               "both": ["--trace-dir", "trace"]}[self.analysis]
        self.command([self.bin / "fencepost", "run", "--no-html", "--quiet", "--json", "out.json", "--hang-timeout", "100",
                      "--schedule", self.schedule, "--transport", self.transport, *how, "--", f"mpiexec.{self.mpi}", "-n",
                      programs[0].ranks, "./programs"], self.timeout, (0, 66))
        for sentence in json.loads((self.directory / "out.json").read_text())["blind_spots"]:
            if "everything before that was checked" in sentence:
                raise CannotRun(sentence)
        if self.analysis == "both":
            self.differences = self.analyzed_again()
            self.analyze("strict.json", "--strict", "--memory-model", "separate")
            self.strict = self.findings("strict.json")
        seen = {p.seed: {} for p in programs}
        for path in self.directory.glob("observed.*"):
            for line in path.read_text().splitlines():
                seed, action, value = map(int, line.split())
                seen[seed].setdefault(action, []).append(value)
        return self.findings("out.json"), [seen[p.seed] for p in programs]

    def findings(self, name):
        return json.loads((self.directory / name).read_text())["findings"]

    def analyze(self, name, *how):
        self.command([self.bin / "fencepost", "analyze", "trace", "--quiet", "--json", name, *how], self.timeout, (0, 66))

    def analyzed_again(self):
        """What only one of two analyses says: the one while the program ran, and a second one of its trace."""
        self.analyze("again.json")
        live, afterwards = ({f"{f['rule']} {f['severity']} at lines {sorted(a['line'] for a in f['accesses'])}"
                             for f in self.findings(name)} for name in ("out.json", "again.json"))
        return ([f"only live: {one}" for one in sorted(live - afterwards)] +
                [f"only afterwards: {one}" for one in sorted(afterwards - live)])


# Rules of a strict reading that are not about pairs of accesses without an order. (Of a pair that only this run's lock order
# separates they are told in place of that.)
OTHER_STRICT = ("FP-RACE-013", "FP-RACE-015")


def reported_pairs(programs, findings, strict=False):
    """For each program: the pairs of lines that race, those that rely on accumulate ordering, those that are reported in another
    way, and all other findings."""
    bounds = [(min(a.line for a in p.actions), max(a.line for a in p.actions)) if p.actions else (0, -1) for p in programs]
    reported, relaxed, otherwise = ([set() for _ in programs] for _ in range(3))
    other = [[] for _ in programs]
    for f in findings:
        # A pair that only this run's lock order separates is a note: a race by the strong order that the model knows.
        if f["severity"] in ("note", "performance", "portability") and f["family"] != "RACE":
            continue
        if strict and any(pathlib.Path(a["file"]).name == "support.h" for a in f["accesses"]):
            continue  # flags, which the model does not look at: a strict reading has something to say of them
        lines = sorted(a["line"] for a in f["accesses"])
        owner = next((i for i, (lo, hi) in enumerate(bounds) if lines and lo <= lines[0] <= hi), None)
        if strict and f["rule"] in OTHER_STRICT and owner is not None:
            otherwise[owner].add(tuple(lines))
        elif len(lines) == 2 and owner is not None and f["family"] == "RACE":
            reported[owner].add(tuple(lines))
        elif len(lines) == 2 and owner is not None and f["rule"] == "FP-INFO-006":
            relaxed[owner].add(tuple(lines))
        else:
            other[owner or 0].append(f"{f['rule']} {f['message']} at lines {lines}")
    return zip(reported, relaxed, otherwise, other)


def compare(programs, result, strict=None):
    """For each program on which they disagree: (program, missed pairs, false pairs, other findings). `strict`: the findings of the
    strict analysis, if there was one."""
    findings, seen = result
    strictly = reported_pairs(programs, strict, strict=True) if strict is not None else [None] * len(programs)
    result = []
    for p, found, strictly_found, known in zip(programs, reported_pairs(programs, findings), strictly, seen):
        missed, false = set(), set()

        def judge(bounds, pairs, unordered, otherwise, _):
            for (must, may), these in zip(bounds, (pairs, unordered)):
                missed.update(must - these - otherwise)
                false.update(these - may)

        judge(verdicts(p, known), *found)
        rest = found[-1]
        if strictly_found is not None:
            judge(verdicts(p, known, strict=True), *strictly_found)
        if missed or false or rest:
            result.append((p, missed, false, rest))
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


def alone(tool, program, tries=1):
    for _ in range(tries):
        found = compare([program], tool.run([program]), tool.strict)
        if found:
            return found[0]
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stage", default=os.environ.get("FENCEPOST_STAGE", "build/dev/stage"))
    parser.add_argument("--seeds", default="1:120", help="first:last")
    parser.add_argument("--mpi", default="both", choices=["mpich", "openmpi", "both"])
    parser.add_argument("--ranks", default="3", help="2, 3, 4 or mixed")
    parser.add_argument("--batch", type=int, default=40)
    parser.add_argument("--schedule", default="eager", help="eager, lazy, random:SEED or mixed")
    parser.add_argument("--transport", default="auto", help="auto, direct, messages, split or mixed")
    parser.add_argument("--analysis", default="live", choices=["live", "untried", "afterwards", "both"])
    parser.add_argument("--protocols", type=float, default=0.3,
                        help="how likely a program has protocols of atomic operations (0 to 1)")
    parser.add_argument("--keep", help="work in this directory and leave it")
    parser.add_argument("--show", type=int)
    parser.add_argument("--shrink", type=int)
    parser.add_argument("--quiet", action="store_true", help="only the seeds of what disagrees")
    options = parser.parse_args()
    options.stage = str(pathlib.Path(options.stage).resolve())

    if options.show is not None:
        print(to_c([generate(options.show, int(options.ranks), options.protocols)]))
        return 0
    mpis = ["mpich", "openmpi"] if options.mpi == "both" else [options.mpi]
    if options.shrink is not None:
        from shrink import shrink
        tool = Tool(options.stage, mpis[0], options.schedule, options.transport, options.analysis, options.keep, 30)
        program = shrink(lambda p, tries=1: alone(tool, p, tries), generate(options.shrink, int(options.ranks), options.protocols))
        if program is None:
            print(f"seed {options.shrink}: the tool and the model agree")
            return 0
        found = alone(tool, program, 5)
        print(to_c([program]))
        print(describe(*(found or (program, set(), set(), ["not seen again"]))))
        return 1
    return check_all(options, mpis)


def check_all(options, mpis):
    first, last = (int(x) for x in options.seeds.split(":"))
    disagreements = agreed = failed = 0
    for mpi in mpis:
        for start in range(first, last + 1, options.batch):
            turn = start // options.batch
            ranks = [3, 3, 2, 4][turn % 4] if options.ranks == "mixed" else int(options.ranks)
            schedule = ["eager", "lazy", f"random:{turn}"][turn % 3] if options.schedule == "mixed" else options.schedule
            transport = (["auto", "auto", "messages", "auto", "split"][turn % 5] if options.transport == "mixed"
                         else options.transport)
            programs = [generate(s, ranks, options.protocols) for s in range(start, min(start + options.batch, last + 1))]
            programs = [p for p in programs if p.actions]
            setting = f"{mpi}, {ranks} ranks, {schedule}, {transport}"
            tool = Tool(options.stage, mpi, schedule, transport, options.analysis, options.keep)
            try:
                found = compare(programs, tool.run(programs), tool.strict)
            except CannotRun as reason:
                failed += 1
                print(f"{setting}, seeds {start}…: {reason}", flush=True)
                continue
            finally:
                tool.close()
            agreed += len(programs) - len(found)
            disagreements += len(found)
            for item in found:
                print(f"{setting}: {describe(*item)}", flush=True)
            disagreements += bool(tool.differences)
            for line in tool.differences:
                print(f"{setting}, seeds {start}…: {line}", flush=True)
    print(f"oracle: {agreed} programs agree, {disagreements} disagree, {failed} batches could not be run", flush=True)
    return 2 if failed else 1 if disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
