// The same with several elements, and the get is complete before the accumulate.
// finds: bins FP-RACE-006
// says: fix The value has to be read and changed in one step, by MPI_Get_accumulate with MPI_SUM in place of MPI_Get at histogram_got_and_added_to.c:16 and MPI_Accumulate at histogram_got_and_added_to.c:18
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int old[4], one[4] = {1, 1, 1, 1};
  start_mpi();
  make_window(&win, 4);
  MPI_Win_lock_all(0, win);
#ifdef MENDED
  MPI_Get_accumulate(one, 4, MPI_INT, old, 4, MPI_INT, 0, 0, 4, MPI_INT, MPI_SUM, win);
  MPI_Win_flush(0, win);
#else
  MPI_Get(old, 4, MPI_INT, 0, 0, 4, MPI_INT, win);  // FINDS(bins:get)
  MPI_Win_flush(0, win);
  MPI_Accumulate(one, 4, MPI_INT, 0, 0, 4, MPI_INT, MPI_SUM, win);  // FINDS(bins:accumulate)
#endif
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
