// A put releases a spin lock: the protected accesses are not ordered, and all their races follow from this one.
// finds: word FP-RACE-006
// finds: puts FP-RACE-001
// finds: other FP-RACE-001
// finds: data FP-RACE-001
// says: Call MPI_Accumulate(&zero, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, win) instead of MPI_Put of rank
// says: 1 finding
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 2);
  const int zero = 0, one = 1;
  MPI_Win_lock_all(0, win);
  for (int round = 0; round < 20; round++) {
    int held, count;
    do {
      MPI_Compare_and_swap(&one, &zero, &held, MPI_INT, 0, 0, win);  // FINDS(word)
      MPI_Win_flush(0, win);
    } while (held);
    MPI_Get(&count, 1, MPI_INT, 0, 1, 1, MPI_INT, win);  // FINDS(data)
    MPI_Win_flush(0, win);
    count++;
    MPI_Put(&count, 1, MPI_INT, 0, 1, 1, MPI_INT, win);  // FINDS(data, other)
    MPI_Win_flush(0, win);
    MPI_Put(&zero, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(word, puts)
    MPI_Win_flush(0, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
