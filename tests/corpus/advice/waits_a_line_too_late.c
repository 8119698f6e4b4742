// The wait for the request comes after its result is used; in this loop the name belongs to another request before.
// KNOWN GAP: with hooks: clang instruments no element of a local array by itself (-O0)
// finds: first FP-RACE-005
// finds: later FP-RACE-005
// says: fix Call MPI_Wait at waits_a_line_too_late.c:27, which completes MPI_Rget, before the load at waits_a_line_too_late.c:25.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Request requests[2];
  int parts[2], sum = 0;
  start_mpi();
  int* memory = make_window(&win, 4);
  for (int i = 0; i < 4; i++) memory[i] = i;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
  MPI_Rget(&parts[0], 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win, &requests[0]);  // FINDS(first:get)
  for (int i = 0; i < 4; i++) {
    int now = i % 2, next = 1 - now;
    if (i < 3)
      MPI_Rget(&parts[next], 1, MPI_INT, 1 - rank, i + 1, 1, MPI_INT, win, &requests[next]);  // FINDS(later:get)
#ifdef MENDED
    MPI_Wait(&requests[now], MPI_STATUS_IGNORE);
#endif
    sum += parts[now];  // FINDS(first:load, later:load)
#ifndef MENDED
    MPI_Wait(&requests[now], MPI_STATUS_IGNORE);
#endif
  }
  MPI_Win_unlock(1 - rank, win);
  if (sum != 6) printf("%d\n", sum);
  MPI_Win_free(&win);
  return end_mpi();
}
