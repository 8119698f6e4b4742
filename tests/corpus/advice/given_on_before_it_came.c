// Rank 1 forwards the data that rank 0 puts into its window before it has arrived: it must wait for the data.
// Completing its own put is not what is missing.
// ranks: 3
// finds: race FP-RACE-001
// says: or MPI_Put of rank 1 at given_on_before_it_came.c:17 has to come after MPI_Win_flush at given_on_before_it_came.c:26 on rank 0
#include <unistd.h>

#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int value = 7, *memory = make_window(&win, 1);
  MPI_Win_lock_all(0, win);
#ifndef MENDED
  if (rank == 1) {
    MPI_Put(memory, 1, MPI_INT, 2, 0, 1, MPI_INT, win);  // FINDS(race:put)
    MPI_Win_flush(2, win);
  }
#endif
  if (rank == 0) {
#ifndef MENDED
    usleep(100000);
#endif
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
    MPI_Win_flush(1, win);
  }
#ifdef MENDED
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Put(memory, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
    MPI_Win_flush(2, win);
  }
#endif
  MPI_Barrier(MPI_COMM_WORLD);
#ifdef MENDED
  if (rank == 2) REQUIRE(memory[0] == 7);
#endif
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
