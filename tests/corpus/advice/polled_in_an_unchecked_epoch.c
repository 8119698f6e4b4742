// A load waits for an accumulate, while its process has locked all with MPI_MODE_NOCHECK: a lock around each look would
// be a second one in the open epoch.
// finds: poll FP-RACE-008
// says: fix The location has to be read atomically: MPI_Fetch_and_op with MPI_NO_OP does that, followed by MPI_Win_flush.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int seen = 0;
  start_mpi();
  volatile int* memory = make_window(&win, 1);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  if (rank == 0) {
    MPI_Accumulate(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);  // FINDS(poll)
    MPI_Win_flush(1, win);
  } else {
#ifdef MENDED
    do {
      MPI_Fetch_and_op(NULL, &seen, MPI_INT, 1, 0, MPI_NO_OP, win);
      MPI_Win_flush(1, win);
    } while (seen == 0);
#else
    while (memory[0] == 0) {  // FINDS(poll)
    }
#endif
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return seen < 0 && memory[0] < 0 ? 1 : end_mpi();
}
