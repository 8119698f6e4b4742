// Puts with requests in two loops, and no flush before the others are told: one in front of the barrier completes all of
// them, and the loops go on as they are.
// finds: first FP-RACE-002
// finds: second FP-RACE-002
// says: fix Add MPI_Win_flush(peer, win) before MPI_Barrier at one_flush_behind_the_loop.c:32.
// says: 1 finding (1 undefined outcome), 1 consequence
#include "corpus.h"

enum { MANY = 4 };

int main(void) {
  MPI_Win win;
  MPI_Request requests[MANY];
  int values[MANY], sum = 0;
  start_mpi();
  int* memory = make_window(&win, 2 * MANY);
  const int peer = 1 - rank;
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < MANY; ++i) {
    values[i] = i;
    MPI_Rput(&values[i], 1, MPI_INT, peer, i, 1, MPI_INT, win, &requests[i]);  // FINDS(first:put)
  }
  MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE);
  for (int i = 0; i < MANY; ++i) {
    values[i] = i;
    MPI_Rput(&values[i], 1, MPI_INT, peer, MANY + i, 1, MPI_INT, win, &requests[i]);  // FINDS(second:put)
  }
  MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE);
#ifdef MENDED
  MPI_Win_flush(peer, win);
#endif
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 2 * MANY; ++i) sum += memory[i];  // FINDS(first:load, second:load)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return sum == 12 ? end_mpi() : 1;
}
