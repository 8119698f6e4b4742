// Two producers set the same bit: it signals only the first one, because the second changes nothing.
// ranks: 3
// finds: race FP-RACE-002
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* const memory = make_window(&win, 3);
  MPI_Win_lock_all(0, win);
  if (rank != 0) {
    const int data = 7 * rank, bit = 1;
    MPI_Put(&data, 1, MPI_INT, 0, rank, 1, MPI_INT, win);  // FINDS(race:put)
    MPI_Win_flush(0, win);
    MPI_Accumulate(&bit, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_BOR, win);
    MPI_Win_flush(0, win);
    MPI_Send(NULL, 0, MPI_INT, 0, 1, MPI_COMM_WORLD);
  } else {
    int flag = 0;
    while (flag != 1) {
      MPI_Fetch_and_op(NULL, &flag, MPI_INT, 0, 0, MPI_NO_OP, win);
      MPI_Win_flush(0, win);
    }
    const int seen[] = {memory[1], memory[2]};  // FINDS(race:load)
    for (int i = 1; i < ranks; i++) MPI_Recv(NULL, 0, MPI_INT, i, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    REQUIRE(seen[0] == 7 || seen[1] == 14);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
