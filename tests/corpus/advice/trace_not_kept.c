// What the trace holds is freed at once, so no change can be tried on it: the report says that, and what has to hold.
// finds: race FP-RACE-002
// options: --trace-limit 4
// says: fix MPI_Put of rank 0 at trace_not_kept.c:15 has to be complete before MPI_Barrier at trace_not_kept.c:16; MPI_Win_flush(1, win) completes it. seen
// says: No fix was tried on the recorded run, because its trace was not kept (--keep keeps it).
#include <unistd.h>
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int value = 7, *memory = make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1 && memory[0] != 7) printf("%d\n", memory[0]);  // FINDS(race:load)
  MPI_Win_unlock_all(win);
  sleep(1);  // by then, the analysis has read what there is
  MPI_Win_free(&win);
  return end_mpi();
}
