#!/usr/bin/env python3
"""MPI libraries other than the one that Fencepost was built with, made from the installed MPICH. One has MPI-3.1, without the later
functions. One has another name and another prefix. Programs with these are checked as with the original. One has the binary interface
of the MPI standard: if there is no back end for it, the tool prints a sentence. Two libraries make a thread when they are loaded: the
thread of an MPI library is not the program's, that of another library is.

    libraries_test.py --stage DIR --mpicc mpicc.mpich --mpiexec mpiexec.mpich --calls mpi_calls.def
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

PROGRAM = """#include <mpi.h>
#include <stdio.h>
int main(int argc, char** argv) {
  int memory[4] = {0}, rank, value = 7;
  MPI_Datatype pair, pairs;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_vector(2, 1, 1, pair, &pairs);
  MPI_Type_commit(&pairs);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(memory, 1, pairs, 1, 0, 4, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 4, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Type_free(&pairs);
  MPI_Type_free(&pair);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
"""

STANDARD = """#include <stdio.h>
#include <string.h>
int PMPI_Get_library_version(char* text, int* length) {
  strcpy(text, "MPICH Version:\\t5.0.0\\nMPICH ABI:  0:0:0");
  *length = (int)strlen(text);
  return 0;
}
int PMPI_Abi_get_version(int* major, int* minor) { *major = 1; *minor = 0; return 0; }
int PMPI_Init(int* argc, char*** argv) { return puts("initialized") < 0; }
int MPI_Init(int* argc, char*** argv) { return PMPI_Init(argc, argv); }
int PMPI_Finalize(void) { return 0; }
int MPI_Finalize(void) { return PMPI_Finalize(); }
"""


THREAD = """#include <pthread.h>
static void* end(void* nothing) { return nothing; }
__attribute__((constructor)) static void begin(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, end, NULL);
  pthread_detach(thread);
}
"""

LOOKS = """#include <mpi.h>
int main(int argc, char** argv) {
  volatile int* memory;
  int sum = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int k = 0; k < 100; k++) sum += memory[0];
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum == 1;
}
"""


def fail(text):
    sys.exit("libraries_test: " + text)


def run(command, folder, **more):
    environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", **more)
    return subprocess.run([str(word) for word in command], cwd=folder, env=environment, capture_output=True, text=True, timeout=90)


def later_functions(calls):
    """The functions of mpi_calls.def that came after MPI-3.1, and others of the kind that the tool calls."""
    with open(calls, encoding="utf-8") as lines:
        names = re.findall(r"^MPI_CALL\((\w+), (?:4|5)\.\d,", lines.read(), re.MULTILINE)
    return names + ["Type_get_envelope_c", "Type_get_contents_c", "Session_get_info"]


def library_of(mpicc):
    """The library file with which this wrapper links programs."""
    words = subprocess.run([mpicc, "-show"], capture_output=True, text=True, check=True).stdout.split()
    folders = [word[2:] for word in words if word.startswith("-L")] + ["/usr/lib"]
    for folder in folders:
        for name in ("libmpich.so", "libmpi.so"):
            if os.path.exists(os.path.join(folder, name)):
                return os.path.realpath(os.path.join(folder, name))
    fail(f"where is the library of {mpicc}?")


def soname_of(library):
    text = subprocess.run(["readelf", "-d", library], capture_output=True, text=True, check=True).stdout
    return re.search(r"SONAME.*\[(.*)\]", text)[1]


def without(contents, names):
    """The file without these symbols: their names become others. (One name may be the end of another one in the table.) The
    others have the same hash (33 for a letter is 1 for the one before it), by which the library finds its own symbols."""
    gone = {name.encode() for name in names}

    def renamed(found):
        return (b"MQ(_" if found[1] in gone else b"MPI_") + found[1] + b"\0"

    return re.sub(rb"MPI_(\w+)\0", renamed, contents)


def is_checked(arguments, folder, mpicc, libraries, what):
    """Runs the program with this library. The put beyond its window is found, and the tool prints nothing else."""
    show = subprocess.run([mpicc, "-show"], capture_output=True, text=True, check=True).stdout.split()
    flags = [word for word in show[1:] if not word.startswith(("-l", "-L", "-Wl,-rpath"))]
    program = os.path.join(folder, "program")
    built = run([show[0], "-g", *flags, "program.c", "-o", program, *libraries, f"-Wl,-rpath,{os.path.dirname(libraries[0])}"],
                folder)
    if built.returncode != 0:
        fail(f"{what}: does not link: {built.stderr}")
    result = os.path.join(folder, "found.json")
    outcome = run([f"{arguments.stage}/bin/fencepost", "run", "--no-html", "--json", result, "--", arguments.mpiexec, "-n", "2",
                   program], folder)
    if "unchecked" in outcome.stderr or not os.path.exists(result):
        fail(f"{what}: was not checked:\n{outcome.stdout}{outcome.stderr}")
    with open(result, encoding="utf-8") as file:
        rules = [finding["rule"] for finding in json.load(file)["findings"]]
    if outcome.returncode != 66 or len(rules) != 1 or not rules[0].startswith("FP-RANGE"):
        fail(f"{what}: status {outcome.returncode}, found {rules}:\n{outcome.stderr}")
    os.remove(result)


def standard_interface(arguments, folder):
    """The tool prints the sentence, and the program continues."""
    with open(os.path.join(folder, "standard.c"), "w", encoding="utf-8") as file:
        file.write(STANDARD)
    with open(os.path.join(folder, "user.c"), "w", encoding="utf-8") as file:
        file.write("int MPI_Init(int*, char***), MPI_Finalize(void);\n"
                   "int main(int c, char** v) { MPI_Init(&c, &v); return MPI_Finalize(); }\n")
    subprocess.run(["cc", "-w", "-shared", "-fPIC", "-Wl,-soname,libmpi_abi.so.0", "standard.c", "-o", "libmpi_abi.so.0"],
                   cwd=folder, check=True)
    subprocess.run(["cc", "-w", "user.c", "./libmpi_abi.so.0", "-Wl,-rpath,$ORIGIN", "-o", "user"], cwd=folder, check=True)
    preload = f"{arguments.stage}/lib/fencepost/libfencepost.so"
    outcome = run(["./user"], folder, LD_PRELOAD=preload)
    if outcome.returncode != 0 or "initialized" not in outcome.stdout:
        fail(f"the standard's interface: the program fails: {outcome.stdout}{outcome.stderr}")
    if not os.path.exists(f"{arguments.stage}/lib/fencepost/libfencepost-mpiabi.so"):
        if "the ABI of the MPI standard" not in outcome.stderr or "add-mpi" not in outcome.stderr:
            fail(f"the standard's interface: it says: {outcome.stderr}")


def threads_of_libraries(arguments, folder):
    """A volatile word orders threads. If the program has only one, its loads of such a word are recorded together, like all others."""
    with open(os.path.join(folder, "thread.c"), "w", encoding="utf-8") as file:
        file.write(THREAD)
    with open(os.path.join(folder, "looks.c"), "w", encoding="utf-8") as file:
        file.write(LOOKS)
    for name, together in (("libucs_of_test.so", True), ("libuser.so", False)):
        subprocess.run(["cc", "-shared", "-fPIC", "thread.c", "-o", name, "-lpthread"], cwd=folder, check=True)
        built = run([f"{arguments.stage}/bin/fencepost-cc", arguments.mpicc, "-g", "-O1", "looks.c", "-o", "looks",
                     "-Wl,--no-as-needed", f"{folder}/{name}"], folder)
        if built.returncode != 0:
            fail(f"{name}: does not link: {built.stderr}")
        trace = os.path.join(folder, "trace of " + name)
        outcome = run([f"{arguments.stage}/bin/fencepost", "run", "--no-html", "--trace-dir", trace, "--", arguments.mpiexec, "-n", "1",
                       "./looks"], folder)
        loads = len(re.findall(r" Access kind=0 ", run([f"{arguments.stage}/bin/fencepost", "dump", trace], folder).stdout))
        if outcome.returncode != 0 or loads == 0 or (loads < 20) != together:
            fail(f"a thread of {name}: {loads} records of loads, status {outcome.returncode}:\n{outcome.stderr}")


def main():
    parser = argparse.ArgumentParser()
    for name in ("stage", "mpicc", "mpiexec", "calls"):
        parser.add_argument("--" + name, required=True)
    arguments = parser.parse_args()
    library = library_of(arguments.mpicc)
    soname = soname_of(library)
    with open(library, "rb") as file:
        original = file.read()
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "program.c"), "w", encoding="utf-8") as file:
            file.write(PROGRAM)

        def write(path, contents):
            path = os.path.join(folder, path)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as copy:
                copy.write(contents)
            return path

        old = without(original, later_functions(arguments.calls))
        if old == original:
            fail("the library has no function of MPI-4.0: nothing is tried here")
        is_checked(arguments, folder, arguments.mpicc, [write("old/" + soname, old)], "a library of MPI-3.1")
        other = "libmpi_g12.so.5"[: len(soname)].ljust(len(soname), "5")
        renamed = original.replace(b"\0" + soname.encode() + b"\0", b"\0" + other.encode() + b"\0")
        if renamed == original:
            fail(f"the name {soname} is not in the library")
        is_checked(arguments, folder, arguments.mpicc, [write("strange prefix/vendor/lib64/" + other, renamed)],
                   "a library of another name")
        standard_interface(arguments, folder)
        threads_of_libraries(arguments, folder)
    print("all well")


main()
