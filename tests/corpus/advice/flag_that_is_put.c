// If atomic operations wait for a flag, an atomic operation must write it.
// finds: flag FP-RACE-006
// finds: data FP-RACE-002
// says: Call MPI_Accumulate(&one, 1, MPI_INT, 1, FLAG, 1, MPI_INT, MPI_REPLACE, win) instead of MPI_Put of rank 0 at flag_that_is_put.c:22, for only atomic operations order what comes before and after them;
// says: what orders those two also orders these, if MPI_Put at flag_that_is_put.c:17 is complete before
#include "corpus.h"

enum { FLAG, DATA };

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 2);
  int one = 1, nothing = 0, flag = 0;
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&ranks, 1, MPI_INT, 1, DATA, 1, MPI_INT, win);  // FINDS(data:put)
    MPI_Win_flush(1, win);
#ifdef MENDED
    MPI_Accumulate(&one, 1, MPI_INT, 1, FLAG, 1, MPI_INT, MPI_REPLACE, win);
#else
    MPI_Put(&one, 1, MPI_INT, 1, FLAG, 1, MPI_INT, win);  // FINDS(flag:put)
#endif
    MPI_Win_flush(1, win);
  } else {
    for (int looks = 0; looks < 10 || flag == 0; looks++) {
      MPI_Fetch_and_op(&nothing, &flag, MPI_INT, 1, FLAG, MPI_NO_OP, win);  // FINDS(flag)
      MPI_Win_flush(1, win);
    }
    REQUIRE(memory[DATA] == ranks);  // FINDS(data:load)
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
