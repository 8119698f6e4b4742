// A neighborhood collective on a ring orders neighbors.
// ranks: 4
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Comm ring;
  int four = 4, periodic = 1, from[2], left, right;
  start_mpi();
  MPI_Cart_create(MPI_COMM_WORLD, 1, &four, &periodic, 0, &ring);
  MPI_Cart_shift(ring, 0, 1, &left, &right);
  int* memory = make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  MPI_Put(&rank, 1, MPI_INT, right, 0, 1, MPI_INT, win);
  MPI_Win_flush(right, win);
  MPI_Neighbor_allgather(&rank, 1, MPI_INT, from, 1, MPI_INT, ring);
  MPI_Win_sync(win);
  REQUIRE(memory[0] == left && from[0] == left);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Comm_free(&ring);
  return end_mpi();
}
