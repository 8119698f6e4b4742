// Two windows in turn; each round waits with MPI_Win_test, but one of them only after the loads.
// finds: race FP-RACE-002
// says: fix The load of rank 1 at one_round_not_waited_for.c:35 has to come after MPI_Win_wait at one_round_not_waited_for.c:36, which completes MPI_Put
#include "corpus.h"

int main(void) {
  MPI_Win wins[2];
  MPI_Group all, other;
  int* memory[2];
  int peer, values[2];
  start_mpi();
  for (int i = 0; i < 2; i++) memory[i] = make_window(&wins[i], 1);
  peer = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &peer, &other);
  if (rank == 1) MPI_Win_post(other, 0, wins[0]);
  for (int round = 0; round < 6; round++) {
    const int now = round % 2;
    int done = 0;
    if (rank == 0) {
      values[now] = round;
      MPI_Win_start(other, 0, wins[now]);
      MPI_Put(&values[now], 1, MPI_INT, 1, 0, 1, MPI_INT, wins[now]);  // FINDS(race:put)
      MPI_Win_complete(wins[now]);
    } else {
      int got;
      if (round < 5) MPI_Win_post(other, 0, wins[1 - now]);
      if (round != 2) {
        while (!done) MPI_Win_test(wins[now], &done);
      }
#ifdef MENDED
      if (!done) MPI_Win_wait(wins[now]);
      got = memory[now][0];
#else
      got = memory[now][0];  // FINDS(race:load)
      if (!done) MPI_Win_wait(wins[now]);
#endif
      if (got != round) printf("%d\n", got);
    }
  }
  MPI_Group_free(&other);
  MPI_Group_free(&all);
  MPI_Win_free(&wins[1]);
  MPI_Win_free(&wins[0]);
  return end_mpi();
}
