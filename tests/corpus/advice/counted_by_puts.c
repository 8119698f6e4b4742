// A counter that others wait for is put and not summed up: it never comes to two. That all hang follows from that.
// options: --hang-timeout 3
// finds: word FP-RACE-006
// finds: hang FP-MATCH-008
// says: has to be atomic, as MPI_Accumulate with MPI_REPLACE is (with MPI_SUM if it counts)
// says: and so error FP-MATCH-008
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  const int one = 1;
  MPI_Win_lock_all(0, win);
  for (int i = 0; rank == 1 && i < 2; ++i) {
#ifdef MENDED
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
#else
    MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(word:put)
#endif
    MPI_Win_flush(0, win);
  }
  int count = 0;
  while (rank == 0 && count < 2) {
    MPI_Fetch_and_op(NULL, &count, MPI_INT, 0, 0, MPI_NO_OP, win);  // FINDS(word, hang)
    MPI_Win_flush(0, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);  // FINDS(hang)
  return end_mpi();
}
