// A call that makes a communicator of two groups orders all of their members, also those of one group among themselves;
// a barrier makes each group wait only for the other one.
// ranks: 4
// finds: barrier FP-RACE-002
#include "corpus.h"

int main(void) {
  MPI_Comm group, between, copy, both;
  MPI_Win win;
  start_mpi();
  const int odd = rank % 2;
  MPI_Comm_split(MPI_COMM_WORLD, odd, rank, &group);
  MPI_Intercomm_create(group, 0, MPI_COMM_WORLD, 1 - odd, 11, &between);
  int* memory = make_window(&win, 3);
  const int values[] = {3, 4, 5};
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&values[0], 1, MPI_INT, 2, 0, 1, MPI_INT, win);
    MPI_Win_flush(2, win);
  }
  MPI_Comm_dup(between, &copy);
  MPI_Win_sync(win);
  if (rank == 2) {
    REQUIRE(memory[0] == 3);
    MPI_Put(&values[1], 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
  }
  MPI_Intercomm_merge(copy, odd, &both);
  MPI_Win_sync(win);
  if (rank == 0) {
    REQUIRE(memory[1] == 4);
    MPI_Put(&values[2], 1, MPI_INT, 2, 2, 1, MPI_INT, win);  // FINDS(barrier:put)
    MPI_Win_flush(2, win);
  }
  MPI_Barrier(copy);
  if (rank == 2) REQUIRE(memory[2] == 5 || memory[2] == 0);  // FINDS(barrier:load)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Comm_free(&both);
  MPI_Comm_free(&copy);
  MPI_Comm_free(&between);
  MPI_Comm_free(&group);
  return end_mpi();
}
