// The barrier is there, but the function that reads the data is called before it.
// finds: race FP-RACE-002
// says: fix Move the call of look at barrier_behind_a_function.c:20 after MPI_Barrier at barrier_behind_a_function.c:23
#include "corpus.h"

static int sum = 0;

static void look(const int* memory) {
  for (int i = 1; i < ranks; i++) sum += memory[i];  // FINDS(race:load)
}

int main(void) {
  MPI_Win win;
  int value = 7;
  start_mpi();
  const int* memory = make_window(&win, 4);
  MPI_Win_lock_all(0, win);
  if (rank != 0) MPI_Put(&value, 1, MPI_INT, 0, rank, 1, MPI_INT, win);  // FINDS(race:put)
#ifndef MENDED
  if (rank == 0) look(memory);
#endif
  MPI_Win_flush_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
#ifdef MENDED
  if (rank == 0) look(memory);
#endif
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return rank == 0 && sum != 7 ? 1 : end_mpi();
}
