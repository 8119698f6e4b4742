// Ranks wait for different words by one function that looks at any word. The report keeps them apart: by the function
// that calls it, and by the word with the value that each has seen.
// ranks: 3
// finds: hang FP-MATCH-008
// options: --hang-timeout 2
// says: the value at displacement 5 of rank 0 is 11
// says: the value at displacement 1 of rank 0 is 0
// says: from   consume
// says: from   produce
#include "corpus.h"

static MPI_Win win;

static int value(int word) {
  int result;
  MPI_Fetch_and_op(NULL, &result, MPI_INT, 0, word, MPI_NO_OP, win);  // FINDS(hang)
  MPI_Win_flush(0, win);
  return result;
}

static __attribute__((noinline)) void consume(void) {
  while (value(5) != 3) {
  }
}

static __attribute__((noinline)) void produce(void) {
  while (value(1) < 2) {
  }
}

int main(void) {
  start_mpi();
  int* memory = make_window(&win, 8);
  memory[5] = 11;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    consume();
  else
    produce();
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
