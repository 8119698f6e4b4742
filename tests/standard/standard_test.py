#!/usr/bin/env python3
"""Compares three answers to each question of the standard: what fencepost lint says, what a run says, and what the runtime does.

Makes one program with a line for each entry of the standard's tables, and asks all three about each line: which rule is reported, and whether
the call is refused.

usage: standard_test.py STAGE BUILD MPI [--show]
"""

import argparse
import collections
import json
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "programs"))
import jobs  # noqa: E402

SOURCES = os.path.join(HERE, "..", "..")

# What is told of and carried out nevertheless, as the libraries do: operations of characters, logical ones of Fortran's integers; requests and locks in epochs that are not
# theirs; accesses that race. What MPICH refuses, and our runtime does not.
CARRIED_OUT = re.compile(r".* of MPI_W?CHAR|L(AND|OR|XOR) of MPI_INTEGER|rput in (fence|start)|lock(_all)? in (fence|post)|.* beside .*|.* of the buffer of .*|sync in .*")
# What lint cannot see: that a lock's target is a rank which has opened its window by a post or a fence; which MPI library runs the program;
# what stands in info objects; how many ranks and bytes a window has; which memory it is that the target of an operation has in its window.
NOT_FOR_LINT = {"FP-EPOCH-012", "FP-EPOCH-011"}
NOT_ASKED_OF_LINT = re.compile(r".*no_locks=.*|target_rank = 1 in .*|target_disp = 5000 in .*|.* of the window beside .*")

HEAD = """#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
static void tell(int line, int error) {
  int kind = MPI_SUCCESS;
  if (error != MPI_SUCCESS) MPI_Error_class(error, &kind);
  printf("ANSWER %d %s\\n", line, error == MPI_SUCCESS ? "done" : "refused");
  fflush(stdout);
}
static volatile int sink;
static int keep(int value) {
  sink = value;
  return 0;
}
static MPI_Group self;
static char memory[4096];
"""


class Program:
    """A C program that is written line by line, and the meaning of each line to ask about."""

    def __init__(self):
        self.lines = HEAD.splitlines()
        self.entries = {}  # line: name
        self.functions = []

    def function(self, body):
        """`body`: statements; of (name, call) the call is asked about."""
        name = f"f{len(self.functions)}"
        self.functions.append(name)
        self.lines.append(f"static void {name}(void) {{")
        self.lines.append("  int e;")
        for statement in body:
            if isinstance(statement, tuple):
                line = len(self.lines) + 1
                self.entries[line] = statement[0]
                self.lines.append(f"  e = {statement[1]};")
                self.lines.append(f"  tell({line}, e);")
            else:
                self.lines.append("  " + statement)
        self.lines.append("  (void)e;")
        self.lines.append("}")

    def text(self):
        calls = "".join(f"  {name}();\n" for name in self.functions)
        main = ("int main(int argc, char** argv) {\n  MPI_Init(&argc, &argv);\n  MPI_Comm_group(MPI_COMM_SELF, &self);\n"
                "  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);\n  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);\n" + calls
                + "  MPI_Group_free(&self);\n  MPI_Finalize();\n  return 0;\n}\n")
        return "\n".join(self.lines) + "\n" + main


def window(info="MPI_INFO_NULL"):
    """Makes the window where it is used, so that lint knows its state, too."""
    return ["MPI_Win w;", f"MPI_Win_create(memory, sizeof memory, 1, {info}, MPI_COMM_SELF, &w);", "MPI_Win_set_errhandler(w, MPI_ERRORS_RETURN);"]


def enumerators(path, pattern):
    with open(os.path.join(SOURCES, path), encoding="utf-8") as file:
        return re.findall(pattern, file.read())


def operations_and_types(program):
    """rules/standard/reductions: each operation with each type, and MPI_Compare_and_swap with each."""
    ops = "REPLACE NO_OP SUM PROD MAX MIN LAND BAND LOR BOR LXOR BXOR MAXLOC MINLOC".split()
    # (Not those that a library need not have: of Fortran with a size, and complex ones of 32 bytes.)
    types = [name for name in enumerators("runtime/record/basic_types.def", r"BASIC_TYPE\(\w+, (MPI_\w+), [1-9]")
             if not re.search(r"LOGICAL\d|INTEGER\d|REAL\d|COMPLEX\d", name)]
    for op in ops:
        body = [*window("MPI_INFO_NULL"), "static char b[32], r[32];", "MPI_Win_lock_all(0, w);"]
        for number, one in enumerate(types):
            body.append((f"{op} of {one}",
                         f"MPI_Get_accumulate(b, 1, {one}, r, 1, {one}, 0, {32 * number}, 1, {one}, MPI_{op}, w)"))
            body.append("MPI_Win_flush(0, w);")
        program.function(body + ["MPI_Win_unlock_all(w);", "MPI_Win_free(&w);"])
    body = [*window("MPI_INFO_NULL"), "static char b[32], c[32], r[32];", "MPI_Win_lock_all(0, w);"]
    for number, one in enumerate(types):
        body.append((f"compare and swap of {one}", f"MPI_Compare_and_swap(b, c, r, {one}, 0, {32 * number}, w)"))
        body.append("MPI_Win_flush(0, w);")
    program.function(body + ["MPI_Win_unlock_all(w);", "MPI_Win_free(&w);"])


def assertions(program):
    """Each assertion in each call that takes assertions (12.5.5)."""
    def calls(assertion):
        same = "MPI_MODE_NOCHECK" if assertion == "NOCHECK" else "0"  # a post and its start have it both or none
        return {
            "fence": ([], "MPI_Win_fence({0}, w)", ["if (!e) MPI_Win_fence(MPI_MODE_NOSUCCEED, w);"] if assertion != "NOSUCCEED" else []),
            "post": ([], "MPI_Win_post(self, {0}, w)",
                     ["if (!e) {", f"  MPI_Win_start(self, {same}, w);", "  MPI_Win_complete(w);", "  MPI_Win_wait(w);", "}"]),
            "start": ([f"MPI_Win_post(self, {same}, w);"], "MPI_Win_start(self, {0}, w)",
                      ["if (e) MPI_Win_start(self, 0, w);", "MPI_Win_complete(w);", "MPI_Win_wait(w);"]),
            "lock": ([], "MPI_Win_lock(MPI_LOCK_SHARED, 0, {0}, w)", ["MPI_Win_unlock(0, w);"]),
            "lock_all": ([], "MPI_Win_lock_all({0}, w)", ["MPI_Win_unlock_all(w);"]),
        }

    for assertion in "NOCHECK NOSTORE NOPUT NOPRECEDE NOSUCCEED".split():
        for name, (before, call, behind) in calls(assertion).items():
            program.function([*window()] + before + [(f"{assertion} in {name}", call.format("MPI_MODE_" + assertion))] + behind + ["MPI_Win_free(&w);"])


def epochs(program):
    """Each call of the chapter in each state of a window, followed by calls that close what is open."""
    # What opens the state, and what closes it.
    states = {
        "none": ([], []),
        "fence": (["MPI_Win_fence(0, w);", "MPI_Put(a, 1, MPI_CHAR, 0, 60, 1, MPI_CHAR, w);"], ["MPI_Win_fence(MPI_MODE_NOSUCCEED, w);"]),
        "post": (["MPI_Win_post(self, 0, w);"], ["MPI_Win_start(self, 0, w);", "MPI_Win_complete(w);", "MPI_Win_wait(w);"]),
        "start": (["MPI_Win_post(self, 0, w);", "MPI_Win_start(self, 0, w);"], ["MPI_Win_complete(w);", "MPI_Win_wait(w);"]),
        "lock": (["MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);"], ["MPI_Win_unlock(0, w);"]),
        "lock_all": (["MPI_Win_lock_all(0, w);"], ["MPI_Win_unlock_all(w);"]),
    }
    # The call, what ends what it opens; the states that it closes.
    calls = {
        "put": ("MPI_Put(b, 1, MPI_CHAR, 0, 0, 1, MPI_CHAR, w)", [], ()),
        "get": ("MPI_Get(b, 1, MPI_CHAR, 0, 1, 1, MPI_CHAR, w)", [], ()),
        "accumulate": ("MPI_Accumulate(b, 1, MPI_BYTE, 0, 2, 1, MPI_BYTE, MPI_BOR, w)", [], ()),
        "rput": ("MPI_Rput(b, 1, MPI_CHAR, 0, 3, 1, MPI_CHAR, w, &q)", ["if (!e) MPI_Wait(&q, MPI_STATUS_IGNORE);"], ()),
        "lock": ("MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w)", ["if (!e) MPI_Win_unlock(0, w);"], ()),
        "lock_all": ("MPI_Win_lock_all(0, w)", ["if (!e) MPI_Win_unlock_all(w);"], ()),
        "start": ("MPI_Win_start(self, 0, w)", [], ()),
        "post": ("MPI_Win_post(self, 0, w)", [], ()),
        "complete": ("MPI_Win_complete(w)", [], ("start",)),
        "wait": ("MPI_Win_wait(w)", [], ()),
        "unlock": ("MPI_Win_unlock(0, w)", [], ("lock",)),
        "unlock_all": ("MPI_Win_unlock_all(w)", [], ("lock_all",)),
        "flush": ("MPI_Win_flush(0, w)", [], ()),
        "flush_all": ("MPI_Win_flush_all(w)", [], ()),
        "flush_local": ("MPI_Win_flush_local(0, w)", [], ()),
        "sync": ("MPI_Win_sync(w)", [], ()),
    }
    # These would wait for ever, or leave the next state to others.
    left_out = {("wait", "post"), ("wait", "start"), ("start", "none"), ("start", "fence"), ("start", "post"), ("start", "lock"), ("start", "lock_all"),
                ("post", "none"), ("post", "fence"), ("post", "lock"), ("post", "lock_all"), ("complete", "start")}
    for state, (opening, closing) in states.items():
        for name, (call, ending, closes) in calls.items():
            if (name, state) in left_out:
                continue
            behind = closing if state not in closes else []
            # What is refused because of what is open takes effect nevertheless, as with the libraries.
            if name in ("lock", "lock_all") and state in ("fence", "start"):
                ending = [line.removeprefix("if (!e) ") for line in ending]
            if name == "post":
                behind = closing[:-1] + ["MPI_Win_start(self, 0, w);", "MPI_Win_complete(w);"] + closing[-1:]
            program.function([*window("MPI_INFO_NULL"), "static char a[1], b[1];", "MPI_Request q;", "(void)a, (void)b, (void)q;"] + opening
                             + [(f"{name} in {state}", call)] + ending + behind + ["MPI_Win_free(&w);"])


def infos(program):
    """Locks of windows with each value of no_locks. (Lint does not follow info objects.)"""
    for value in ("true", "false", "yes", "1", ""):
        program.function(["MPI_Info i;", "MPI_Info_create(&i);", f'MPI_Info_set(i, "no_locks", "{value}");' if value else "", *window("i"),
                          (f"lock with no_locks={value}", "MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w)"), "if (!e) MPI_Win_unlock(0, w);",
                          "MPI_Info_free(&i);", "MPI_Win_free(&w);"])


def conflicts(program):
    """rules/standard/conflicts.h: what a process can do while its own operation is pending, in its buffer and at the target."""
    operations = {
        "put": "MPI_Put(b, 1, MPI_INT, 0, 0, 1, MPI_INT, w)",
        "get": "MPI_Get(b, 1, MPI_INT, 0, 0, 1, MPI_INT, w)",
        "accumulate": "MPI_Accumulate(b, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, w)",
        "fetch": "MPI_Fetch_and_op(c, b, MPI_INT, 0, 0, MPI_SUM, w)",
        "look": "MPI_Fetch_and_op(NULL, b, MPI_INT, 0, 0, MPI_NO_OP, w)",
    }
    for name, call in operations.items():
        for use, statement in {"load": "keep(b[0])", "store": "(b[0] = 1, 0)"}.items():
            program.function([*window("MPI_INFO_NULL"), "int *b = malloc(8), *c = malloc(8);", "b[0] = c[0] = 0;", "MPI_Win_lock_all(0, w);",
                              f"{call};", (f"{use} of the buffer of {name}", statement), "MPI_Win_unlock_all(w);", "free(b);", "free(c);",
                              "MPI_Win_free(&w);"])
        for other, second in operations.items():
            second = second.replace("(b,", "(d,").replace("c, b,", "c, d,").replace("NULL, b,", "NULL, d,")
            beside(program, call, f"{other} beside {name}", second)
        for use, statement in {"load": "keep(((int*)memory)[0])", "store": "(((int*)memory)[0] = 1, 0)"}.items():
            beside(program, call, f"{use} of the window beside {name}", statement)
    # Elements that both update: with another operation, with another type.
    accumulate = operations["accumulate"]
    for name, change in {"another operation": ("MPI_SUM", "MPI_PROD"), "another type": ("MPI_INT", "MPI_UNSIGNED"), "half a type": ("MPI_INT", "MPI_SHORT")}.items():
        beside(program, accumulate, f"accumulate with {name} beside accumulate", accumulate.replace("(b,", "(d,").replace(*change))
        beside(program, operations["look"], f"accumulate with {name} beside look", accumulate.replace("(b,", "(d,").replace(*change))


def beside(program, call, name, second):
    program.function([*window("MPI_INFO_NULL"), "int *b = malloc(8), *c = malloc(8), *d = malloc(8);", "b[0] = c[0] = d[0] = 0;",
                      "MPI_Win_lock_all(0, w);", f"{call};", (name, second), "MPI_Win_unlock_all(w);", "free(b);", "free(c);",
                      "free(d);", "MPI_Win_free(&w);"])


def wrong_arguments(program):
    """rules/standard/arguments.def: each argument of a function that communicates, with wrong values."""
    right = {"origin": "b", "result": "r", "compare": "c", "origin_count": "1", "result_count": "1", "target_count": "1", "origin_datatype": "MPI_INT",
             "result_datatype": "MPI_INT", "target_datatype": "MPI_INT", "datatype": "MPI_INT", "target_rank": "0", "target_disp": "0", "op": "MPI_SUM",
             "win": "w", "request": "&q"}
    wrong = {"origin_count": ["-1"], "result_count": ["-1"], "target_count": ["-1"], "origin_datatype": ["MPI_DATATYPE_NULL"],
             "result_datatype": ["MPI_DATATYPE_NULL"], "target_datatype": ["MPI_DATATYPE_NULL"], "datatype": ["MPI_DATATYPE_NULL"],
             "target_rank": ["1", "-77"], "target_disp": ["-1", "5000"], "op": ["MPI_OP_NULL"], "win": ["MPI_WIN_NULL"]}
    for function, names in enumerators("rules/standard/arguments.def", r'ARGUMENTS\((\w+), "([^"]+)"\)'):
        names = names.split()
        if "target_rank" not in names:
            continue
        for position, name in enumerate(names):
            for value in wrong.get(name, []):
                given = [right[one] for one in names]
                given[position] = value
                program.function([*window(), "int b[4] = {0}, r[4], c[4] = {0};", "MPI_Request q;", "(void)b, (void)r, (void)c, (void)q;",
                                  "MPI_Win_lock_all(0, w);", (f"{name} = {value} in {function}", f"MPI_{function}({', '.join(given)})"),
                                  "if (!e) MPI_Wait(&q, MPI_STATUS_IGNORE);" if "request" in names else "", "MPI_Win_unlock_all(w);",
                                  "MPI_Win_free(&w);"])


def told(report, entries):
    """For each line: the rules that are reported there."""
    rules = collections.defaultdict(set)
    causes = {finding["fingerprint"]: finding["rule"] for finding in report["findings"]}
    for finding in report["findings"]:
        # What follows is told of the call that makes it wrong: the last access in the program's order. (The same handle may be as wrong in
        # several calls.)
        if finding["consequence_of"] and causes.get(finding["consequence_of"]) != finding["rule"]:
            continue
        for access in finding["accesses"]:
            if access["line"] in entries:
                rules[access["line"]].add(finding["rule"])
    return rules


def ask(program, path, stage, mpi):
    """What lint and the run report for each line, and the runtime's answers."""
    source, binary, result = path + ".c", path, path + ".json"
    with open(source, "w", encoding="utf-8") as file:
        file.write(program.text())
    environment = jobs.environment(mpi)
    subprocess.run([os.path.join(stage, "bin", "fencepost-cc"), f"mpicc.{mpi}", "-g", "-O1", "-w", source, "-o", binary], check=True, env=environment)
    lint = subprocess.run([os.path.join(stage, "lib", "fencepost", "fencepost-lint"), "--compiler", f"mpicc.{mpi}", source],
                          check=True, capture_output=True, text=True, env=environment)
    run = subprocess.run([os.path.join(stage, "bin", "fencepost"), "run", "--quiet", "--no-html", f"--json={result}", "--", f"mpiexec.{mpi}", "-n", "1", binary],
                         check=False, capture_output=True, text=True, env=environment, timeout=240)
    with open(result, encoding="utf-8") as file:
        report = json.load(file)
    return told(json.loads(lint.stdout), program.entries), told(report, program.entries), dict(re.findall(r"ANSWER (\d+) (\w+)", run.stdout))


def complaints_of(program, path, stage, arguments):
    by_lint, by_run, answers = ask(program, path, stage, arguments.mpi)
    complaints = []
    for line, name in program.entries.items():
        runtime = answers.get(str(line))
        one = f"{name}: lint {sorted(by_lint[line])}, run {sorted(by_run[line])}, runtime {runtime}"
        if arguments.show:
            print(one)
        if runtime is None:
            complaints.append("not answered: " + one)
        elif runtime == "refused" and not by_run[line]:
            complaints.append("refused, and not told: " + one)
        elif runtime == "done" and by_run[line] and not CARRIED_OUT.fullmatch(name):
            complaints.append("told, and carried out: " + one)
        elif by_lint[line] != by_run[line] - NOT_FOR_LINT and not NOT_ASKED_OF_LINT.fullmatch(name):
            complaints.append("lint and run differ: " + one)
    return complaints


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("stage")
    parser.add_argument("build")
    parser.add_argument("mpi")
    parser.add_argument("--show", action="store_true", help="say what is answered of each entry")
    arguments = parser.parse_args()
    stage, build = os.path.realpath(arguments.stage), os.path.realpath(arguments.build)
    os.makedirs(build, exist_ok=True)
    complaints, entries = [], 0
    # Several programs: fixes of epochs are tried on the recorded run, which is shorter without the many types.
    for name, tables in (("types", [operations_and_types]), ("epochs", [assertions, epochs, infos, conflicts]), ("arguments", [wrong_arguments])):
        program = Program()
        for table in tables:
            table(program)
        entries += len(program.entries)
        complaints += complaints_of(program, os.path.join(build, name), stage, arguments)
    print("\n".join(complaints))
    print(f"{entries} entries, {len(complaints)} with different answers")
    return 1 if complaints or entries == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
