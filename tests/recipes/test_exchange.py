"""Tests like those of a project with mpi4py. One of them omits a fence."""
from array import array

from mpi4py import MPI

COMM = MPI.COMM_WORLD
RANK, SIZE = COMM.Get_rank(), COMM.Get_size()


def exchange(ordered):
    """Each rank puts its number into the window of the next rank, which reads it."""
    window = MPI.Win.Allocate(MPI.INT.Get_size(), MPI.INT.Get_size(), comm=COMM)
    number = array("i", [RANK])
    received = array("i", [-1])
    window.Fence()
    window.Put([number, MPI.INT], (RANK + 1) % SIZE)
    if ordered:
        window.Fence()
    window.Get([received, MPI.INT], RANK)
    window.Fence()
    window.Free()
    return received[0]


def test_ordered():
    assert exchange(ordered=True) == (RANK - 1) % SIZE


def test_unordered():
    exchange(ordered=False)
