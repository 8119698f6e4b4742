// Macros expand to several arguments: the argument at the position of the target is what they stand for.
// finds: race FP-RACE-002
// says: fix Add MPI_Win_flush(1, win) before MPI_Barrier at several_arguments_in_one.c:20. Tried on the recorded run
#include "corpus.h"

#define WHAT &value, 1, MPI_INT
#define TO_ONE 1, 0

int main(void) {
  MPI_Win win;
  start_mpi();
  int value = 7, *memory = make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(WHAT, TO_ONE, 1, MPI_INT, win);  // FINDS(race:put)
#ifdef MENDED
    MPI_Win_flush(1, win);
#endif
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1 && memory[0] != 7) printf("%d\n", memory[0]);  // FINDS(race:load)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
