// A put is flushed at its origin only, and the target stores to the same place: it is not known which of the two was
// meant to come first, so both ways are offered.
// finds: race FP-RACE-002
// says: or if MPI_Put of rank 0 at initializes_behind_a_local_flush.c:22 is meant to come first, call MPI_Win_flush(1, win) instead of MPI_Win_flush_local(1, win) at initializes_behind_a_local_flush.c:27, and after it a message or barrier that rank 1 waits for before the store of rank 1 at initializes_behind_a_local_flush.c:20.
#include <unistd.h>

#include "corpus.h"

int main(void) {
  MPI_Win win;
  int one = 1, round = 1;
  start_mpi();
  int* memory = make_window(&win, 4);
  MPI_Win_lock_all(0, win);
  if (rank == 1) {
    usleep(200000);  // so that the put is seen first
#ifdef MENDED
    MPI_Barrier(MPI_COMM_WORLD);
#endif
    memory[0] = 5;  // FINDS(race:store)
  } else {
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
#ifdef MENDED
    MPI_Win_flush(1, win);
    MPI_Barrier(MPI_COMM_WORLD);
#else
    MPI_Win_flush_local(1, win);
#endif
  }
  MPI_Bcast(&round, 1, MPI_INT, 1, MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
