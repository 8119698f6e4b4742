// The owner copies its window away with memcpy while a put writes it.
// finds: race FP-RACE-002
#include "corpus.h"

#include <string.h>

int main(int argc, char** argv) {
  (void)argv;
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 64);
  static int values[64], copy[64];
  size_t bytes = 256 * (size_t)argc;  // not known at compile time
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Put(values, 64, MPI_INT, 1, 0, 64, MPI_INT, win);  // FINDS(race:put)
  if (rank == 1) memcpy(copy, memory, bytes);                           // FINDS(race:load)
  MPI_Win_unlock_all(win);
  REQUIRE(copy[63] == 0);
  MPI_Win_free(&win);
  return end_mpi();
}
