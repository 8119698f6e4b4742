// A neighborhood collective does not order processes that are no neighbors.
// ranks: 4
// finds: race FP-RACE-002
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Comm ring;
  int four = 4, periodic = 1, from[2];
  start_mpi();
  MPI_Cart_create(MPI_COMM_WORLD, 1, &four, &periodic, 0, &ring);
  int* memory = make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Put(&ranks, 1, MPI_INT, 2, 0, 1, MPI_INT, win);  // FINDS(race:put)
  MPI_Win_flush_all(win);
  MPI_Neighbor_allgather(&rank, 1, MPI_INT, from, 1, MPI_INT, ring);
  if (rank == 2) printf("%d\n", memory[0]);  // FINDS(race:load)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Comm_free(&ring);
  return end_mpi();
}
