// No call waits for a request: the buffer is read and freed before the data has arrived. One wait fixes everything.
// ranks: 2
// finds: request FP-EPOCH-019
// finds: use FP-RACE-005
// finds: freed FP-WINDOW-011
// says: fix Add MPI_Wait(&request, MPI_STATUS_IGNORE) after MPI_Rget at one_wait_for_all_uses.c:18
// says: 1 finding (1 error), 2 consequences
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Request request;
  start_mpi();
  int* memory = make_window(&win, 4);
  int sum = memory[0], *part = malloc(4 * sizeof *part);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  MPI_Rget(part, 4, MPI_INT, 1 - rank, 0, 4, MPI_INT, win, &request);  // FINDS(request, use:get, freed)
#ifdef MENDED
  MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
  for (int i = 0; i < 4; ++i) sum += part[i];  // FINDS(use:load)
  free(part);                                  // FINDS(freed)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return sum != 0 ? 1 : end_mpi();
}
