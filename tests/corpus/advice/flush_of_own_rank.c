// The flush names the calling rank instead of the target: it has nothing to complete.
// ranks: 3
// finds: race FP-RACE-002
// says: MPI_Win_flush at flush_of_own_rank.c:19 completes operations to rank
#include "corpus.h"

#ifdef MENDED
#define WHOM ((rank + 1) % ranks)
#else
#define WHOM rank
#endif

int main(void) {
  MPI_Win win;
  start_mpi();
  const int* memory = make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  MPI_Put(&ranks, 1, MPI_INT, (rank + 1) % ranks, 0, 1, MPI_INT, win);  // FINDS(race:put)
  MPI_Win_flush(WHOM, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (memory[0] != ranks) printf("%d\n", memory[0]);  // FINDS(race:load)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
