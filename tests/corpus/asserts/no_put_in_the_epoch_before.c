// The origin is in its second epoch, which puts, while the target has not yet waited for the first one, for which it
// has promised that no rank puts: a start does not wait for its post.
// ranks: 3
// near: FP-ASSERT-004
#include "corpus.h"

#include <unistd.h>

int main(void) {
  MPI_Win win;
  MPI_Group world, origins, target;
  start_mpi();
  make_window(&win, 2);
  const int them[2] = {1, 2}, zero = 0;
  int value = rank;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 2, them, &origins);
  MPI_Group_incl(world, 1, &zero, &target);
  for (int i = 0; i < 3; i++) {
    if (rank == 0) {
      MPI_Win_post(origins, MPI_MODE_NOPUT, win);
      usleep(20000);
      MPI_Win_wait(win);
      MPI_Win_post(origins, 0, win);
      MPI_Win_wait(win);
    } else {
      int got;
      MPI_Win_start(target, 0, win);
      MPI_Get(&got, 1, MPI_INT, 0, rank - 1, 1, MPI_INT, win);
      MPI_Win_complete(win);
      REQUIRE(got == (i == 0 ? 0 : rank));
      MPI_Win_start(target, 0, win);
      MPI_Put(&value, 1, MPI_INT, 0, rank - 1, 1, MPI_INT, win);
      MPI_Win_complete(win);
    }
  }
  MPI_Group_free(&world);
  MPI_Group_free(&origins);
  MPI_Group_free(&target);
  MPI_Win_free(&win);
  return end_mpi();
}
