// The message that announces the data goes to the wrong rank; the intended receiver waits forever.
// ranks: 3
// finds: cycle FP-MATCH-008
// says: Rank 0 has sent rank 2 a message with tag 13 (MPI_Send at message_to_the_wrong_rank.c:18), which no receive has matched.
// says: If MPI_Send at message_to_the_wrong_rank.c:18 of rank 0 to rank 2 was meant for rank 1, correct its destination.
// options: --hang-timeout 2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
    const int consumer = 2;
    MPI_Send(NULL, 0, MPI_BYTE, consumer, 13, MPI_COMM_WORLD);
  } else if (rank == 1) {
    MPI_Recv(NULL, 0, MPI_BYTE, MPI_ANY_SOURCE, 13, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // FINDS(cycle)
    REQUIRE(memory[0] == ranks);
  }
  MPI_Barrier(MPI_COMM_WORLD);  // FINDS(cycle)
  MPI_Win_free(&win);
  return end_mpi();
}
