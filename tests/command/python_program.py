"""Calls MPI as mpi4py does, from a module that releases the interpreter's lock, but needs no installed package.

Rank 0 puts into the window of rank 1. Rank 1 reads it at two places after a barrier, but no flush comes before the barrier.
"""
import ctypes
import sys

LIBRARY, MPICH = sys.argv[1], "mpich" in sys.argv[1]
library = ctypes.CDLL(LIBRARY, mode=ctypes.RTLD_GLOBAL)
mpi = ctypes.CDLL(None)  # by the name alone, as linked programs find it: what is preloaded comes first


def handle(name, number):
    return ctypes.c_int(number) if MPICH else ctypes.c_void_p(ctypes.addressof(ctypes.c_char.in_dll(library, name)))


WORLD = handle("ompi_mpi_comm_world", 0x44000000)
NO_INFO = handle("ompi_mpi_info_null", 0x1C000000)
INT = handle("ompi_mpi_int", 0x4C000405)
SHARED = 235 if MPICH else 2
window = ctypes.c_int() if MPICH else ctypes.c_void_p()
memory = (ctypes.c_int * 4)()
value = ctypes.c_int(7)
rank = ctypes.c_int()


def put(place):
    mpi.MPI_Put(ctypes.byref(value), 1, INT, 1, ctypes.c_long(place), 1, INT, window)  # put


def first():
    put(0)


def second():
    put(1)


def main():
    mpi.MPI_Init(None, None)
    mpi.MPI_Comm_rank(WORLD, ctypes.byref(rank))
    mpi.MPI_Win_create(memory, ctypes.c_long(16), 4, NO_INFO, WORLD, ctypes.byref(window))
    mpi.MPI_Win_lock(SHARED, 1, 0, window)
    if rank.value == 0:
        first()
        second()
    mpi.MPI_Barrier(WORLD)
    if rank.value == 1:
        mpi.MPI_Get(ctypes.byref(value), 1, INT, 1, ctypes.c_long(0), 1, INT, window)  # get first
        other = ctypes.c_int()
        mpi.MPI_Get(ctypes.byref(other), 1, INT, 1, ctypes.c_long(1), 1, INT, window)  # get second
    mpi.MPI_Win_unlock(1, window)
    mpi.MPI_Win_free(ctypes.byref(window))
    mpi.MPI_Finalize()


main()
