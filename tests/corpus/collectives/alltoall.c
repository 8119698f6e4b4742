// All to all, of one int each.
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 3);
  int send[3] = {rank, rank, rank}, receive[3];
  MPI_Win_lock_all(0, win);
  for (int target = 0; target < ranks; target++) MPI_Put(&rank, 1, MPI_INT, target, rank, 1, MPI_INT, win);
  MPI_Win_flush_all(win);
  MPI_Alltoall(send, 1, MPI_INT, receive, 1, MPI_INT, MPI_COMM_WORLD);
  MPI_Win_sync(win);
  for (int i = 0; i < ranks; i++) REQUIRE(memory[i] == receive[i]);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
