// The root gets the data that its broadcast has brought to the others. It need not wait for them, and they cannot wait
// for the get before they enter the broadcast.
// finds: race FP-RACE-011
// says: fix Add a message or barrier after MPI_Bcast of rank 1 at got_behind_a_broadcast.c:13 that rank 0 waits for before MPI_Get of rank 0
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int got = 0;
  start_mpi();
  int* word = make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  MPI_Bcast(word, 1, MPI_INT, 0, MPI_COMM_WORLD);  // FINDS(race)
#ifdef MENDED
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  if (rank == 0) MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:get)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
