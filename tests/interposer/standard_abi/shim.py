#!/usr/bin/env python3
"""Makes a libmpi_abi.so with the binary interface of the MPI standard (MPI-5.0, chapter 20) from an MPICH, with its mpi.h and mpicc. Tests
use it, since no MPI library in Debian has that interface yet.

usage: shim.py --mpicc mpicc.mpich --tree SOURCES FOLDER     FOLDER then holds an mpicc, the mpi.h and the library

It writes each function from its arguments in runtime/record/mpi_calls.def, and converts handles, statuses, ranks and tags by their types
and places. special.h has what the types do not tell.
"""

import argparse
import os
import re
import subprocess

HERE = os.path.dirname(os.path.realpath(__file__))
HANDLES = ("Comm", "Datatype", "Errhandler", "File", "Group", "Info", "Message", "Op", "Request", "Session", "Win")
SPECIAL = set(re.findall(r"abi_(\w+)\(", open(os.path.join(HERE, "special.h"), encoding="utf-8").read())) | {
    "Comm_create_keyval", "Type_create_keyval", "Win_create_keyval", "Comm_create_errhandler", "Win_create_errhandler"}
# What programs call and Fencepost does not.
ALSO = {
    "Op_create": ["MPI_User_function*", "int", "MPI_Op*"],
    "Op_free": ["MPI_Op*"],
    "File_delete": ["const char*", "MPI_Info"],
    "File_get_size": ["MPI_File", "MPI_Offset*"],
    "File_get_position": ["MPI_File", "MPI_Offset*"],
    "File_seek": ["MPI_File", "MPI_Offset", "int"],
    "Comm_create_errhandler": ["MPI_Comm_errhandler_function*", "MPI_Errhandler*"],
    "Get_address": ["const void*", "MPI_Aint*"],
    "Group_from_session_pset": ["MPI_Session", "const char*", "MPI_Group*"],
    "Error_string": ["int", "char*", "int*"],
    "Abi_get_version": ["int*", "int*"],
}

POINT_TO_POINT = re.compile(r"^(I?(s|b|r|bs|ss)?send|I?recv|I?sendrecv(_replace)?|P(send|recv)|(B|S|R)?send)(_init)?(_c)?$", re.IGNORECASE)
PROBES = ("Probe", "Iprobe", "Mprobe", "Improbe")
RMA = re.compile(r"^R?(put|get|accumulate|get_accumulate)(_c)?$|^Fetch_and_op$|^Compare_and_swap$", re.IGNORECASE)
ROOTED = re.compile(r"^I?(bcast|gatherv?|scatterv?|reduce)(_init)?(_c)?$", re.IGNORECASE)
ARRAYS = ("Waitany", "Waitall", "Waitsome", "Testany", "Testall", "Testsome", "Startall")
STATUS_ARRAYS = ("Waitall", "Waitsome", "Testall", "Testsome")
# Places of arguments that are numbers of some kind; "*": the function sets them.
NUMBERS = {
    "Win_lock": {0: "lock", 1: "rank", 2: "assertion"}, "Win_fence": {0: "assertion"}, "Win_post": {1: "assertion"},
    "Win_start": {1: "assertion"}, "Win_lock_all": {0: "assertion"}, "Win_unlock": {0: "rank"}, "Win_flush": {0: "rank"},
    "Win_flush_local": {0: "rank"}, "Win_shared_query": {1: "rank"}, "Win_shared_query_c": {1: "rank"},
    "Init_thread": {2: "thread", 3: "*thread"}, "Query_thread": {0: "*thread"}, "Comm_split_type": {1: "split"},
    "Win_set_attr": {1: "keyval"}, "Win_delete_attr": {1: "keyval"}, "Comm_get_attr": {1: "keyval"}, "Comm_set_attr": {1: "keyval"},
    "Type_set_attr": {1: "keyval"}, "Type_get_attr": {1: "keyval"}, "Group_compare": {2: "*comparison"}, "Topo_test": {1: "*topology"},
    "Type_get_envelope": {4: "*combiner"}, "Cart_shift": {3: "*rank", 4: "*rank"}, "Win_call_errhandler": {1: "error"},
    "Comm_call_errhandler": {1: "error"}, "File_open": {2: "access"}, "File_seek": {2: "seek"}, "File_seek_shared": {2: "seek"},
    "Comm_spawn": {4: "rank"}, "Comm_spawn_multiple": {5: "rank"},
}
# How many handles an array has that a function is given, where it is more than one, and one that it sets.
GIVEN = {"Type_create_struct": "a0", "Comm_spawn_multiple": "a0"}
SET = {"Type_get_contents": "a3", **dict.fromkeys(ARRAYS, "a0")}
SPAWNED = {"Comm_spawn": "a2", "Comm_spawn_multiple": "sum_of(a0, a3)"}  # so many error codes
# Arrays with an element for each process that data goes to, or comes from. MPICH may read them until the operation is complete.
FOR_EACH = re.compile(r"^I?(neighbor_)?alltoallw(_init)?(_c)?$", re.IGNORECASE)


def split_arguments(text):
    """At its commas; none for void."""
    arguments, depth, word = [], 0, ""
    for letter in text:
        if letter == "," and depth == 0:
            arguments.append(word.strip())
            word = ""
            continue
        depth += (letter == "(") - (letter == ")")
        word += letter
    arguments.append(word.strip())
    return [] if arguments == ["void"] else arguments


def functions(tree):
    """(name, types of arguments) of all functions of the library."""
    found = {}
    with open(os.path.join(tree, "runtime", "record", "mpi_calls.def"), encoding="utf-8") as file:
        for name, since, arguments in re.findall(r"^MPI_CALL\((\w+), ([\d.]+), \((.*)\)\)", file.read(), re.MULTILINE):
            if float(since) <= 4.0:
                found[name] = split_arguments(arguments)
    for name, arguments in re.findall(r"^int PMPI_(\w+)\((.*)\);", header(tree), re.MULTILINE):
        found.setdefault(name, split_arguments(arguments))
    return found | ALSO


def header(tree):
    with open(os.path.join(tree, "runtime", "natives", "standard_abi", "mpi.h"), encoding="utf-8") as file:
        return file.read()


def numbers_of(name, types):
    """The kinds of numbers among its arguments, by their places."""
    kinds = dict(NUMBERS.get(name, {}))
    if POINT_TO_POINT.match(name):
        turn = None
        for i, kind in enumerate(types):
            if kind == "MPI_Datatype":
                turn = "rank"
            elif kind == "int" and turn:
                kinds[i], turn = turn, "tag" if turn == "rank" else "rank"
            elif kind != "int":
                turn = None
    if name in PROBES:
        kinds.update({0: "rank", 1: "tag"})
    if RMA.match(name):
        kinds.update({i: "rank" for i in range(len(types) - 1) if types[i] == "int" and types[i + 1] == "MPI_Aint"})
    if ROOTED.match(name):
        place = types.index("MPI_Comm") - 1
        kinds[place] = "rank"
    return kinds


class Function:
    """One function in C: it converts the arguments to MPICH's, and the results back."""

    def __init__(self, name, types):
        self.name, self.types = name, types
        self.parameters, self.before, self.passed, self.after = [], [], [], []
        kinds = numbers_of(name, types)
        for i, kind in enumerate(types):
            self.add(i, kind, kinds.get(i))

    def add(self, i, kind, number):
        a = f"a{i}"
        base = kind.replace("const ", "").removeprefix("MPI_")
        count = GIVEN.get(self.name, "1") if kind.startswith("const ") else SET.get(self.name, "1")
        declared, passed = f"{kind} {a}", a
        if base == "Datatype*" and FOR_EACH.match(self.name):
            declared, passed = f"void* const* {a}", self.types_for_each(i)
        elif base in HANDLES:
            declared, passed = f"void* {a}", f"{base}_in({a})"
        elif base.removesuffix("*") in HANDLES:
            base = base.removesuffix("*")
            declared, passed = f"void** {a}", f"o{i}"
            self.before.append(f"MPI_{base}* o{i} = {a} == NULL ? NULL : malloc(((size_t)({count}) + 1) * sizeof *o{i});")
            self.before.append(f"if (o{i} != NULL) for (int i = 0; i < {count}; ++i) o{i}[i] = {base}_in({a}[i]);")
            if not kind.startswith("const "):
                self.after.append(f"if (o{i} != NULL && SET_BY(error)) for (int i = 0; i < {count}; ++i) {a}[i] = {base}_out(o{i}[i]);")
            self.after.append(f"free(o{i});")
        elif base == "Status*":
            many = "a0" if self.name in STATUS_ARRAYS else "1"
            declared, passed = f"abi_status* {a}", f"{a} == NULL ? MPI_STATUS_IGNORE : o{i}"
            self.before.append(f"MPI_Status* o{i} = malloc(((size_t)({many}) + 1) * sizeof *o{i});")
            self.before.append(f"if ({a} != NULL) for (int i = 0; i < {many}; ++i) o{i}[i] = status_in(&{a}[i]);")
            if not kind.startswith("const "):
                self.after.append(f"if ({a} != NULL) for (int i = 0; i < {many}; ++i) status_out(&{a}[i], &o{i}[i]);")
            self.after.append(f"free(o{i});")
        elif self.name.startswith("Comm_spawn") and i == len(self.types) - 1:
            self.after.append(f"if ({a} != NULL && (error == 0 || error_out(error) == 53)) "
                              f"for (int i = 0; i < {SPAWNED[self.name]}; ++i) {a}[i] = error_out({a}[i]);")
        elif number and number.startswith("*"):
            self.after.append(f"if (error == 0 && {a} != NULL) *{a} = {number[1:]}_out(*{a});")
        elif number:
            passed = f"{number}_in({a})"
        elif kind in ("void*", "const void*") and not self.name.startswith(("Win_", "Comm_", "Type_", "Alloc", "Free")):
            passed = f"buffer_in({a})"
        elif self.name.startswith("Dist_graph_create") and kind == "const int*":
            passed = f"weights_in({a})"
        elif "(*)" in kind:
            declared = kind.replace("(*)", f"(*{a})")
        self.parameters.append(declared)
        self.passed.append(passed)

    def types_for_each(self, i):
        """C code for an array of types, as MPICH has them. (Data that is sent in place has no types.)"""
        comm = self.types.index("MPI_Comm")
        neighbors = int("neighbor" in self.name.lower())
        sent = int(i < comm // 2)
        types = f"types_for_each(a{comm}, a{i}, {neighbors}, {sent})"
        return f"a0 == (void*)1 ? NULL : {types}" if sent else types

    def text(self):
        lines = [f"int abi_{self.name}({', '.join(self.parameters) or 'void'}) {{",
                 f"  static int (*own)({', '.join(self.types) or 'void'});",
                 f"  if (own == NULL) own = (int (*)({', '.join(self.types) or 'void'}))function(\"PMPI_{self.name}\");"]
        lines += ["  " + line for line in self.before]
        lines += [f"  const int error = own({', '.join(self.passed)});"]
        lines += ["  " + line for line in self.after]
        lines += ["  return error_out(error);", "}", f"EXPORTED({self.name})"]
        return "\n".join(lines)


def source(tree):
    """The whole library."""
    text = header(tree)
    lines = ['#include "shim.h"']
    for kind in HANDLES:
        lines.append(f"static const struct pair {kind}_pairs[] = {{")
        for name, number in re.findall(rf"^#define (MPI_\w+) \(\(MPI_{kind}\)(0x[0-9a-f]+)\)", text, re.MULTILINE):
            lines += [f"#ifdef {name}", f"    {{{number}, (uint32_t){name}}},", "#endif"]
        lines += ["    {0, 0}};", f"HANDLES({kind})"]
    errors = re.search(r"enum \{\s*MPI_SUCCESS,(.*?)MPI_ERR_LASTCODE", text, re.DOTALL)[1]
    lines.append("static const struct number error_numbers[] = {{0, 0},")
    for number, name in enumerate(re.findall(r"MPI_ERR_\w+", errors), 1):
        lines += [f"#ifdef {name}", f"    {{{number}, {name}}},", "#endif"]
    lines += ["};",
              "static int error_in(int abi) { return number_in(error_numbers, sizeof error_numbers / sizeof *error_numbers, abi); }",
              "static int error_out(int own) {",
              "  static int (*class_of)(int, int*);",
              "  if (own == 0) return 0;",
              '  if (class_of == NULL) class_of = (int (*)(int, int*))function("PMPI_Error_class");',
              "  int class = own;",
              "  class_of(own, &class);",
              "  return number_out(error_numbers, sizeof error_numbers / sizeof *error_numbers, class);",
              "}",
              "/* Requests and the like are MPICH's also where some of several failed. */",
              "#define SET_BY(error) ((error) == 0 || error_out(error) == 19)",
              '#include "special.h"']
    lines += [Function(name, types).text() for name, types in functions(tree).items() if name not in SPECIAL]
    return "\n".join(lines) + "\n"


def declarations(tree):
    """mpi.h for programs: ours, and the prototypes."""
    names = [f"int {prefix}_{name}({', '.join(types) or 'void'});" for name, types in functions(tree).items() for prefix in ("MPI", "PMPI")]
    with open(os.path.join(HERE, "constants.h"), encoding="utf-8") as file:
        body = "\n".join(["#ifdef __cplusplus", 'extern "C" {', "#endif", file.read(), *names, "#ifdef __cplusplus", "}", "#endif"])
    text = header(tree)
    at = text.rindex("#endif")
    return text[:at] + "#define MPI_ABI_VERSION 1\n#define MPI_ABI_SUBVERSION 0\n" + body + "\n" + text[at:]


def own_library(mpicc):
    """The file of the library that mpicc links."""
    words = subprocess.run([mpicc, "-show"], capture_output=True, text=True, check=True).stdout.split()
    for folder in [word[2:] for word in words if word.startswith("-L")] + ["/usr/lib"]:
        for name in ("libmpich.so", "libmpi.so"):
            if os.path.exists(os.path.join(folder, name)):
                return os.path.realpath(os.path.join(folder, name))
    raise SystemExit(f"shim.py: where is the library of {mpicc}?")


def make(mpicc, tree, folder):
    for name in ("bin", "include", "lib", "made"):
        os.makedirs(os.path.join(folder, name), exist_ok=True)

    def write(path, text):
        with open(os.path.join(folder, path), "w", encoding="utf-8") as file:
            file.write(text)

    write("made/shim.c", source(tree))
    write("include/mpi.h", declarations(tree))
    library = os.path.join(folder, "lib", "libmpi_abi.so.0")
    # The wrapper's compiler and flags, without its library, which is loaded and not linked.
    words = subprocess.run([mpicc, "-show"], capture_output=True, text=True, check=True).stdout.split()
    includes = [word for word in words if word.startswith("-I")]
    subprocess.run(["gcc", "-std=gnu11", "-w", "-O1", "-g", "-fPIC", "-shared", *includes, f"-I{HERE}",
                    f'-DOWN_LIBRARY="{own_library(mpicc)}"', os.path.join(folder, "made", "shim.c"), "-o", library,
                    "-Wl,-soname,libmpi_abi.so.0", "-ldl"], check=True)
    # Also under the names by which the corpus calls MPICH's own.
    for name, compiler in (("mpicc", "MPICH_CC:-cc"), ("mpicc.mpich", "MPICH_CC:-cc"), ("mpicxx.mpich", "MPICH_CXX:-c++")):
        write(f"bin/{name}", f'#!/bin/sh\nexec ${{{compiler}}} "-I{folder}/include" "$@" "{library}" "-Wl,-rpath,{folder}/lib"\n')
        os.chmod(os.path.join(folder, "bin", name), 0o755)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mpicc", required=True)
    parser.add_argument("--tree", required=True)
    parser.add_argument("folder")
    arguments = parser.parse_args()
    make(arguments.mpicc, arguments.tree, os.path.realpath(arguments.folder))
