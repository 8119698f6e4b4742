// Each round meets in another way, all by one statement. Only the reduction does not wait for everybody: no other call is named.
// finds: race FP-RACE-002
// says: In MPI_Reduce at one_of_several_meetings.c:14 the data goes to the root, rank 1: rank 0 does not wait for rank 1. fix
#include <unistd.h>

#include "corpus.h"

static void everybody(void) { MPI_Barrier(MPI_COMM_WORLD); }
static void from_the_first(void) {
  int word = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Bcast(&word, 1, MPI_INT, 1, MPI_COMM_WORLD);
}
static void to_the_last(void) { int one = 1, all; MPI_Reduce(&one, &all, 1, MPI_INT, MPI_SUM, 1, MPI_COMM_WORLD); }
static void to_the_first(void) {
  int one = 1, all;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Reduce(&one, &all, 1, MPI_INT, MPI_SUM, 1, MPI_COMM_WORLD);
}

int main(void) {
  static void (*const meet[])(void) = {everybody, from_the_first, to_the_first, to_the_last};
  MPI_Win win;
  int sum = 0;
  start_mpi();
  int* slot = make_window(&win, 4);
  MPI_Win_lock_all(0, win);
  for (int round = 0; round < 4; round++) {
    if (rank == 1) {
      MPI_Put(&round, 1, MPI_INT, 0, round, 1, MPI_INT, win);  // FINDS(race:put)
      MPI_Win_flush(0, win);
    }
    meet[round]();
    usleep(20000);
    if (rank == 0) sum += slot[round];  // FINDS(race:load)
    MPI_Barrier(MPI_COMM_WORLD);
  }
  if (sum < 0) printf("%d\n", sum);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
