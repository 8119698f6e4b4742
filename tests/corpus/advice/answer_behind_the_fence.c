// One rank waits for a message that the other one sends after its fence, and calls that fence only after it: either may
// come first, so both ways are offered.
// finds: hang FP-MATCH-008
// options: --hang-timeout 2
// says: The message for rank 1 has to be sent on rank 0 before MPI_Win_fence at answer_behind_the_fence.c:15, or MPI_Win_fence(0, win) has to be called on rank 1 before MPI_Recv at answer_behind_the_fence.c:19, or the receive is too many.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int value = 7, answer = 0;
  start_mpi();
  const int* memory = make_window(&win, 1);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Win_fence(0, win);  // FINDS(hang)
    MPI_Send(memory, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Recv(&answer, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // FINDS(hang)
    if (answer == 7) MPI_Win_fence(0, win);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
