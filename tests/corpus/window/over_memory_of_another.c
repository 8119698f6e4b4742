// Windows over the memory of another one, from MPI_Win_allocate, and an origin buffer there: all of them are finished
// before that window is freed.
// native: no (MPICH puts nothing there)
// near: FP-WINDOW-003
// near: FP-WINDOW-011
#include "corpus.h"

int main(void) {
  MPI_Win below, over, dynamic;
  start_mpi();
  const int other = 1 - rank;
  int* memory = make_window(&below, 64);
  MPI_Win_create(memory + 16, 64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &over);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &dynamic);
  MPI_Win_attach(dynamic, memory + 48, 64);
  MPI_Aint here, there;
  MPI_Get_address(memory + 48, &here);
  MPI_Sendrecv(&here, 1, MPI_AINT, other, 0, &there, 1, MPI_AINT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  memory[2] = 5;
  MPI_Win_lock_all(0, over);
  MPI_Win_lock_all(0, dynamic);
  MPI_Put(&memory[2], 1, MPI_INT, other, 1, 1, MPI_INT, over);
  MPI_Put(&memory[2], 1, MPI_INT, other, there, 1, MPI_INT, dynamic);
  MPI_Win_unlock_all(dynamic);
  MPI_Win_unlock_all(over);
  MPI_Barrier(MPI_COMM_WORLD);
  REQUIRE(memory[17] == 5 && memory[48] == 5);
  MPI_Win_detach(dynamic, memory + 48);
  MPI_Win_free(&over);
  MPI_Win_free(&below);
  MPI_Win_free(&dynamic);
  return end_mpi();
}
