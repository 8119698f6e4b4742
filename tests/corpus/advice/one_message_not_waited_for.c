// The message of each round is received before the load, but in one round only after it: that load does not belong to
// the previous round, whose message has come.
// finds: race FP-RACE-002
// says: fix Move the load of rank 1 at one_message_not_waited_for.c:26 after MPI_Wait at one_message_not_waited_for.c:28; or if the load of rank 1
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int sum = 0;
  start_mpi();
  int* memory = make_window(&win, 4);
  MPI_Request message = MPI_REQUEST_NULL;
  MPI_Win_lock_all(0, win);
  for (int round = 0; round < 3; ++round) {
    const int value = round + 1;
    if (rank == 0) {
      MPI_Put(&value, 1, MPI_INT, 1, round, 1, MPI_INT, win);  // FINDS(race:put)
      MPI_Win_flush(1, win);
      MPI_Send(NULL, 0, MPI_INT, 1, round, MPI_COMM_WORLD);
    } else if (round != 1) {
      MPI_Recv(NULL, 0, MPI_INT, 0, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      sum += memory[round];
    } else {
      MPI_Irecv(NULL, 0, MPI_INT, 0, round, MPI_COMM_WORLD, &message);
#ifndef MENDED
      sum += memory[round];  // FINDS(race:load)
#endif
      MPI_Wait(&message, MPI_STATUS_IGNORE);
#ifdef MENDED
      sum += memory[round];
#endif
    }
  }
  MPI_Win_unlock_all(win);
  if (sum > 6) printf("%d\n", sum);
  MPI_Win_free(&win);
  return end_mpi();
}
