// A rank adds up what it gets in place, before the put is there. The statement overwrites a part of what is put and more,
// but it reads that as well: what is missing is the order.
// finds: race FP-RACE-002
// says: fix Add MPI_Win_flush(1, win) before MPI_Barrier at summed_up_in_place.c:17. Tried on the recorded run
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 8);
  const int values[4] = {1, 2, 3, 4};
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Put(values, 4, MPI_INT, 1, 0, 4, MPI_INT, win);  // FINDS(race:put)
#ifdef MENDED
  MPI_Win_flush_all(win);
#endif
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 1; rank == 1 && i < 6; ++i)
    memory[i] += memory[i - 1];  // FINDS(race)
  MPI_Win_unlock_all(win);
#ifdef MENDED
  REQUIRE(rank == 0 || memory[5] == 10);
#endif
  MPI_Win_free(&win);
  return end_mpi();
}
