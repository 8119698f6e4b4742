// Loads wait, in an exposure epoch, for the origin's update: they are meant to come after it.
// finds: poll FP-RACE-008
// says: fix Move the load of rank 1 at polled_while_exposed.c:19 after MPI_Win_wait at polled_while_exposed.c:21, which completes MPI_Accumulate.
#include <unistd.h>

#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group all, other;
  start_mpi();
  volatile int* memory = make_window(&win, 1);
  const int peer = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &peer, &other);
  if (rank == 1) {
    MPI_Win_post(other, 0, win);
#ifndef MENDED
    while (memory[0] == 0) usleep(10);  // FINDS(poll)
#endif
    MPI_Win_wait(win);
#ifdef MENDED
    while (memory[0] == 0) usleep(10);
#endif
  } else {
    MPI_Win_start(other, 0, win);
    usleep(50000);
    MPI_Accumulate(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);  // FINDS(poll)
    MPI_Win_complete(win);
  }
  MPI_Group_free(&other);
  MPI_Group_free(&all);
  MPI_Win_free(&win);
  return end_mpi();
}
