// A loop puts to all ranks: after it the loop's variable is gone, and one flush would not be enough.
// finds: race FP-RACE-002
// says: fix Add MPI_Win_flush_all(win) before MPI_Barrier at all_targets.c:17.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 2);
  int sum = 0;
  MPI_Win_lock_all(0, win);
  for (int target = 0; target < ranks; target++)
    MPI_Put(&rank, 1, MPI_INT, target, rank, 1, MPI_INT, win);  // FINDS(race:put)
#ifdef MENDED
  MPI_Win_flush_all(win);
#endif
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < ranks; i++) sum += memory[i];  // FINDS(race:load)
  if (sum != 1) printf("%d\n", sum);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
