// The owner clears its window with memset while a get reads it.
// finds: race FP-RACE-002
#include "corpus.h"

#include <string.h>

int main(int argc, char** argv) {
  (void)argv;
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 64);
  static int got[64];
  size_t bytes = 256 * (size_t)argc;  // not known at compile time
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Get(got, 64, MPI_INT, 1, 0, 64, MPI_INT, win);  // FINDS(race:get)
  if (rank == 1) memset(memory, 0, bytes);                           // FINDS(race:store)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
