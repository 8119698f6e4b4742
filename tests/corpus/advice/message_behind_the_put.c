// The message for the receive comes after the put that the receive meets: a wait before the barrier would wait for
// ever.
// finds: race FP-RACE-011
// says: fix MPI_Irecv at message_behind_the_put.c:16 has to be complete before MPI_Barrier at message_behind_the_put.c:18 (MPI_Wait(&request, MPI_STATUS_IGNORE) completes it), or, if its message is sent after MPI_Put of rank 0 at message_behind_the_put.c:26, to begin only when that access is complete.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Request request;
  start_mpi();
  int* memory = make_window(&win, 4);
  int words[4] = {1, 2, 3, 4};
  MPI_Win_lock_all(0, win);
  if (rank == 1) {
#ifndef MENDED
    MPI_Irecv(memory, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);  // FINDS(race)
#endif
    MPI_Barrier(MPI_COMM_WORLD);
#ifdef MENDED
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Irecv(memory, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
#endif
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Put(words, 1, MPI_INT, 1, 2, 1, MPI_INT, win);  // FINDS(race:put)
    MPI_Win_flush(1, win);
#ifdef MENDED
    MPI_Barrier(MPI_COMM_WORLD);
#endif
    MPI_Send(words, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
