#!/usr/bin/env python3
"""Writes a program with about a hundred mistakes of five kinds in four files, for the pictures in the documents.

usage: many_mistakes.py FOLDER [PLACES-PER-KIND-AND-FILE]     # then: make -C FOLDER CC="fencepost-cc mpicc"
"""

import os
import sys

# What one function does; {n}: its slot in the window, {f}: the file's name. Each has one mistake. (A flush completes what
# was put before it, so those without one come last.)
KINDS = {
    "store_after_put": """
  buffer[{n}] = step;
  MPI_Put(&buffer[{n}], 1, MPI_DOUBLE, right, {n}, 1, MPI_DOUBLE, {f}_win);
  buffer[{n}] = 0;  // the put may not have read it yet
  MPI_Win_flush(right, {f}_win);
""",
    "two_puts": """
  MPI_Put(&buffer[{n}], 1, MPI_DOUBLE, right, {n}, 1, MPI_DOUBLE, {f}_win);
  MPI_Put(&buffer[{n}], 1, MPI_DOUBLE, right, {n}, 1, MPI_DOUBLE, {f}_win);
  MPI_Win_flush(right, {f}_win);
""",
    "load_after_get": """
  MPI_Get(&buffer[{n}], 1, MPI_DOUBLE, right, {n}, 1, MPI_DOUBLE, {f}_win);
  sum += buffer[{n}];  // not there yet
  MPI_Win_flush(right, {f}_win);
""",
    "put_and_store": """
  MPI_Put(&buffer[{n}], 1, MPI_DOUBLE, right, {n}, 1, MPI_DOUBLE, {f}_win);
  {f}_cells[{n}] = step;  // what the left neighbour puts comes at the same time
  MPI_Win_flush(right, {f}_win);
""",
    "local_flush": """
  MPI_Put(&buffer[{n}], 1, MPI_DOUBLE, right, {n}, 1, MPI_DOUBLE, {f}_win);
  MPI_Win_flush_local(right, {f}_win);
""",
}
# What follows after a barrier.
LATER = {"local_flush": """
  sum += {f}_cells[{n}];  // the put is not complete here
"""}
FILES = ["halo", "flux", "particles", "sums"]


def source(name, places):
    text = f'#include <mpi.h>\n\nMPI_Win {name}_win;\ndouble* {name}_cells;\nstatic double buffer[4096], sum;\n'
    calls, later = [], []
    number = 0
    for kind, body in KINDS.items():
        for i in range(places):
            text += f"\nstatic void {kind}_{i}(int right, int step) {{{body.format(n=number, f=name)}}}\n"
            calls.append(f"  {kind}_{i}(right, step);\n")
            if kind in LATER:
                text += f"static void after_{kind}_{i}(void) {{{LATER[kind].format(n=number, f=name)}}}\n"
                later.append(f"  after_{kind}_{i}();\n")
            number += 1
    return (text + f"\nvoid {name}_create(void) {{\n  MPI_Win_allocate({number} * sizeof(double), sizeof(double), MPI_INFO_NULL, "
            f"MPI_COMM_WORLD, &{name}_cells, &{name}_win);\n  MPI_Win_set_name({name}_win, \"{name}\");\n"
            f"  MPI_Win_lock_all(0, {name}_win);\n}}\nvoid {name}_step(int right, int step) {{\n{''.join(calls)}"
            f"  MPI_Barrier(MPI_COMM_WORLD);\n{''.join(later)}}}\n"
            f"void {name}_free(void) {{\n  MPI_Win_unlock_all({name}_win);\n  MPI_Win_free(&{name}_win);\n}}\n")


def main():
    folder = sys.argv[1]
    places = int(sys.argv[2]) if len(sys.argv) > 2 else 15
    os.makedirs(folder, exist_ok=True)
    for name in FILES:
        with open(os.path.join(folder, name + ".c"), "w", encoding="ascii") as file:
            file.write(source(name, places))
    with open(os.path.join(folder, "main.c"), "w", encoding="ascii") as file:
        file.write("#include <mpi.h>\n\n" + "".join(
            f"void {name}_create(void);\nvoid {name}_step(int right, int step);\nvoid {name}_free(void);\n" for name in FILES))
        file.write("\nint main(int argc, char** argv) {\n  int rank, size;\n  MPI_Init(&argc, &argv);\n"
                   "  MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n  MPI_Comm_size(MPI_COMM_WORLD, &size);\n")
        file.write("".join(f"  {name}_create();\n" for name in FILES))
        file.write("  for (int step = 0; step < 2; ++step) {\n" + "".join(
            f"    {name}_step((rank + 1) % size, step);\n    MPI_Barrier(MPI_COMM_WORLD);\n" for name in FILES) + "  }\n")
        file.write("".join(f"  {name}_free();\n" for name in FILES) + "  MPI_Finalize();\n  return 0;\n}\n")
    with open(os.path.join(folder, "makefile"), "w", encoding="ascii") as file:
        objects = " ".join(f"{name}.c" for name in [*FILES, "main"])
        file.write(f"CC = mpicc\nexchange: {objects}\n\t$(CC) -g -O1 $^ -o $@\n")


main()
