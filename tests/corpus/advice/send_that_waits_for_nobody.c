// The other rank's load should come after the put, but a standard send does not wait for it: a synchronous one would.
// finds: race FP-RACE-002
// says: fix Call MPI_Ssend instead of MPI_Send at send_that_waits_for_nobody.c:23
// says: MPI_Send at send_that_waits_for_nobody.c:23 of rank 1 may return before MPI_Recv at send_that_waits_for_nobody.c:16 of rank 0
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int other = 0, value = 7;
  start_mpi();
  int* memory = make_window(&win, 4);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, win);  // FINDS(race:put)
    MPI_Win_flush(1, win);
    MPI_Recv(&other, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    // A message with another tag; after it, no rank waits for another either.
    MPI_Recv(&other, 1, MPI_INT, 1, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
#ifdef MENDED
    MPI_Ssend(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
#else
    MPI_Send(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
#endif
    printf("%d\n", memory[2]);  // FINDS(race:load)
    MPI_Send(&value, 1, MPI_INT, 0, 4, MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
