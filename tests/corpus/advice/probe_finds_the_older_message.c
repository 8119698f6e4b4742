// The probe takes the message sent before the put for the one after it: the load must wait for that one. A synchronous
// send would make the load come first, but then it would not see the put.
// finds: race FP-RACE-002
// says: fix Move the load of rank 1
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int told = 0, value = 42, seen = -1;
  start_mpi();
  int* const memory = make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Send(&told, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
    MPI_Win_flush(1, win);
    MPI_Send(&told, 1, MPI_INT, 1, 5, MPI_COMM_WORLD);
  } else {
    MPI_Probe(0, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#ifndef MENDED
    seen = memory[0];  // FINDS(race:load)
#endif
    MPI_Recv(&told, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&told, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#ifdef MENDED
    seen = memory[0];
    REQUIRE(seen == 42);
#endif
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi() + (seen == 1);
}
