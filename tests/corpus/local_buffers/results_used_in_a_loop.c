// What a get brings is used element by element: one flush before the loop completes it.
// finds: race FP-RACE-005
// says: fix Add MPI_Win_flush_local(1, win) before the load at results_used_in_a_loop.c:14.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int got[8] = {0}, sum = 0;
  start_mpi();
  make_window(&win, 8);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Get(got, 8, MPI_INT, 1, 0, 8, MPI_INT, win);  // FINDS(race:get)
    for (int i = 0; i < 8; i++) sum += got[i];  // FINDS(race:load)
  }
  MPI_Win_unlock_all(win);
  if (sum != 0) printf("%d\n", sum);
  MPI_Win_free(&win);
  return end_mpi();
}
