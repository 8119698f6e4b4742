// Two processes store to the same element of a third one's segment.
// ranks: 3
// finds: race FP-RACE-009
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int *memory, *first, unit;
  MPI_Aint size;
  start_mpi();
  MPI_Win_allocate_shared(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &first);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  if (rank > 0) first[1] = rank;  // FINDS(race:store)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
