// All ranks get a counter, add to it, and put it back: whatever order their puts have, one addition may be lost.
// finds: puts FP-RACE-001
// finds: race FP-RACE-001
// says: fix The value has to be changed in one step, by MPI_Fetch_and_op (to add, with MPI_SUM) or MPI_Compare_and_swap in place of MPI_Get at counter_put_back.c:16
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int value = 1, *memory = make_window(&win, 1);
  MPI_Win_lock_all(0, win);
#ifdef MENDED
  int old;
  MPI_Fetch_and_op(&value, &old, MPI_INT, 0, 0, MPI_SUM, win);
#else
  MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(race:get)
  MPI_Win_flush(0, win);
  value++;
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(puts:put, race:put)
#endif
  MPI_Win_flush(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
#ifdef MENDED
  if (rank == 0) REQUIRE(memory[0] == ranks);
#endif
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return memory == NULL ? 1 : end_mpi();
}
