// The call of the function that stores must move: nothing inside the function can come after a fence of its caller.
// finds: race FP-RACE-002
// says: fix Move the call of bump at stored_by_a_function.c:17 after MPI_Win_fence at stored_by_a_function.c:18, which completes MPI_Put
#include "corpus.h"

__attribute__((noinline)) static void bump(int* memory) {
  memory[1] += 1;  // FINDS(race:store)
}

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 4);
  MPI_Win_fence(0, win);
#ifndef MENDED
  MPI_Put(&rank, 1, MPI_INT, 1 - rank, 1, 1, MPI_INT, win);  // FINDS(race:put)
  bump(memory);
  MPI_Win_fence(0, win);
#else
  MPI_Put(&rank, 1, MPI_INT, 1 - rank, 1, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  bump(memory);
#endif
  MPI_Win_free(&win);
  return end_mpi();
}
