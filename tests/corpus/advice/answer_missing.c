// Each word is announced by a message, but nobody answers: the next word may come before this one is read.
// finds: race FP-RACE-002
// says: fix MPI_Put of rank 0 at answer_missing.c:11 of the next iteration has to come after the load of rank 1 at answer_missing.c:23: rank 0 has to wait for that, by a message or barrier; or if it does not matter which of the two comes first, the exclusive lock
#include "corpus.h"

enum { kWords = 4 };

static void send_words(MPI_Win win) {
  for (int word = 1; word <= kWords; word++) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(&word, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
    MPI_Win_unlock(1, win);
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
#ifdef MENDED
    MPI_Recv(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#endif
  }
}

static void read_words(const int* word) {
  for (int sum = 0, i = 1; i <= kWords; i++) {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    sum += *word;  // FINDS(race:load)
#ifdef MENDED
    MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
    REQUIRE(sum == i * (i + 1) / 2);
#endif
    if (sum < 0) printf("%d\n", sum);
  }
}

int main(void) {
  MPI_Win win;
  start_mpi();
  int* word = make_window(&win, 1);
  if (rank == 0) send_words(win);
  if (rank == 1) read_words(word);
  MPI_Win_free(&win);
  return end_mpi();
}
