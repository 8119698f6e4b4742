// Like no_put_in_the_epoch_before.c, but the promise is for the second epoch, which has the put.
// finds: assert FP-ASSERT-004
#include "corpus.h"

#include <unistd.h>

int main(void) {
  MPI_Win win;
  MPI_Group world, other;
  start_mpi();
  make_window(&win, 1);
  const int peer = 1 - rank;
  int value = 7, got;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &peer, &other);
  if (rank == 0) {
    MPI_Win_post(other, 0, win);
    usleep(50000);
    MPI_Win_wait(win);
    MPI_Win_post(other, MPI_MODE_NOPUT, win);  // FINDS(assert)
    MPI_Win_wait(win);
  } else {
    MPI_Win_start(other, 0, win);
    MPI_Get(&got, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    REQUIRE(got == 0);
    MPI_Win_start(other, 0, win);
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(assert:put)
    MPI_Win_complete(win);
  }
  MPI_Group_free(&world);
  MPI_Group_free(&other);
  MPI_Win_free(&win);
  return end_mpi();
}
