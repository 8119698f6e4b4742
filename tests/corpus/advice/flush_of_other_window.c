// Two windows; the flush before the barrier is on the wrong one.
// finds: race FP-RACE-002
// says: MPI_Win_flush_all at flush_of_other_window.c:20 completes operations on another window, and MPI_Put is not one of them.
#include "corpus.h"

#ifdef MENDED
#define WHICH first
#else
#define WHICH second
#endif

int main(void) {
  MPI_Win first, second;
  start_mpi();
  const int* memory = make_window(&first, 1);
  make_window(&second, 1);
  MPI_Win_lock_all(0, first);
  MPI_Win_lock_all(0, second);
  MPI_Put(&ranks, 1, MPI_INT, (rank + 1) % ranks, 0, 1, MPI_INT, first);  // FINDS(race:put)
  MPI_Win_flush_all(WHICH);
  MPI_Barrier(MPI_COMM_WORLD);
  if (memory[0] != ranks) printf("%d\n", memory[0]);  // FINDS(race:load)
  MPI_Win_unlock_all(first);
  MPI_Win_unlock_all(second);
  MPI_Win_free(&first);
  MPI_Win_free(&second);
  return end_mpi();
}
