// Each round opens an epoch and forgets to close it: the fence of the next iteration comes too late. One call is
// missing, so there is one mistake, and everything else that meets in that gap follows from it.
// finds: left FP-RACE-002
// finds: right FP-RACE-002
// finds: left_again FP-RACE-004
// finds: right_again FP-RACE-004
// says: complete at the origin only after the next MPI_Win_fence at
// says: fix Call MPI_Win_fence(0, win) on all ranks between MPI_Put
// says: 1 finding (1 undefined outcome), 3 consequences
#include "corpus.h"

enum { kCells = 6 };

static void exchange(const int* u, MPI_Win win) {
  MPI_Win_fence(0, win);
  if (rank == 1) MPI_Put(&u[1], 1, MPI_INT, 0, kCells + 1, 1, MPI_INT, win);  // FINDS(left:put, left_again:put)
  if (rank == 0) MPI_Put(&u[kCells], 1, MPI_INT, 1, 0, 1, MPI_INT, win);      // FINDS(right:put, right_again:put)
}

static void relax(int* u, int* next) {
  for (int i = 1; i <= kCells; i++) next[i] = u[i - 1] + u[i + 1];  // FINDS(left:load, right:load)
  for (int i = 1; i <= kCells; i++) u[i] = next[i] / 2;             // FINDS(left_again:store, right_again:store)
}

int main(void) {
  MPI_Win win;
  int next[kCells + 2];
  start_mpi();
  int* u = make_window(&win, kCells + 2);
  for (int round = 0; round < 3; round++) {
    exchange(u, win);
#ifdef MENDED
    MPI_Win_fence(0, win);
#endif
    relax(u, next);
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
