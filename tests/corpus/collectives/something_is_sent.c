// One item is enough: data of the writer comes to the reader, though others send or receive nothing.
// ranks: 3
// near: FP-RACE-002
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int mine[3] = {0}, all[3] = {0}, counts[3] = {1, 0, 0}, displacements[3] = {0, 1, 2};
  start_mpi();
  int* memory = make_window(&win, 3);
  MPI_Win_lock_all(0, win);
  int value = 5;
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
  }
  MPI_Allgatherv(mine, counts[rank], MPI_INT, all, counts, displacements, MPI_INT, MPI_COMM_WORLD);
  if (rank == 1) REQUIRE(memory[0] == 5);

  int receive[3] = {0, 1, 0};
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
  }
  MPI_Reduce_scatter(mine, all, receive, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 1) REQUIRE(memory[1] == 5);

  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
  }
  MPI_Exscan(mine, all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 1) REQUIRE(memory[2] == 5);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
