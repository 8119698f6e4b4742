// A fence between a nonblocking send and a put into its buffer is not enough: the send has it until it is complete.
// ranks: 3
// finds: race FP-RACE-011
// says: Call MPI_Wait(&request, MPI_STATUS_IGNORE) and then MPI_Win_fence(0, win) on all ranks between MPI_Isend of rank 0 at sent_until_waited_for.c:14 and MPI_Put of rank 2 at sent_until_waited_for.c:20
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int got = -1;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  if (rank == 0) MPI_Isend(memory, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);  // FINDS(race:call)
  if (rank == 1) MPI_Recv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#ifdef MENDED
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_fence(0, win);
#endif
  if (rank == 2) MPI_Put(&ranks, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(race:put)
  MPI_Win_fence(0, win);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_free(&win);
  return end_mpi();
}
