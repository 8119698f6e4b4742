// MPI_MODE_NOCHECK at the second start: a message shows that the target has posted for the first one, which is still
// exposed, but nothing shows that it has posted again.
// finds: assert FP-ASSERT-001
#include "corpus.h"

#include <unistd.h>

int main(void) {
  MPI_Win win;
  MPI_Group world, other;
  start_mpi();
  make_window(&win, 2);
  const int peer = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &peer, &other);
  if (rank == 0) {
    MPI_Win_post(other, MPI_MODE_NOCHECK, win);
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
    usleep(50000);
    MPI_Win_wait(win);
    MPI_Win_post(other, MPI_MODE_NOCHECK, win);  // FINDS(assert)
    MPI_Win_wait(win);
  } else {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_start(other, MPI_MODE_NOCHECK, win);
    MPI_Put(&ranks, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_start(other, MPI_MODE_NOCHECK, win);  // FINDS(assert)
    MPI_Put(&ranks, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    MPI_Win_complete(win);
  }
  MPI_Group_free(&world);
  MPI_Group_free(&other);
  MPI_Win_free(&win);
  return end_mpi();
}
