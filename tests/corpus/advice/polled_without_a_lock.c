// Loads wait for a put, and their process holds no lock of its own window: an atomic operation needs one. It must not
// hold it all the time, because the other side wants an exclusive one.
// finds: poll FP-RACE-008
// says: fix The location has to be read atomically: MPI_Fetch_and_op with MPI_NO_OP does that, with MPI_Win_lock and MPI_Win_unlock around each read. The other side has to write it atomically: MPI_Accumulate with MPI_REPLACE does that.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int seen = 0;
  start_mpi();
  volatile int* memory = make_window(&win, 1);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
#ifdef MENDED
    MPI_Accumulate(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);
#else
    MPI_Put(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(poll)
#endif
    MPI_Win_unlock(1, win);
  } else {
#ifdef MENDED
    do {
      MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
      MPI_Fetch_and_op(NULL, &seen, MPI_INT, 1, 0, MPI_NO_OP, win);
      MPI_Win_unlock(1, win);
    } while (seen == 0);
#else
    while (memory[0] == 0) {  // FINDS(poll)
    }
#endif
  }
  MPI_Win_free(&win);
  return seen < 0 && memory[0] < 0 ? 1 : end_mpi();
}
