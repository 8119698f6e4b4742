// A process locks a target that has posted to somebody else, told so by a message.
// ranks: 3
// finds: exposed FP-EPOCH-012
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world, group;
  start_mpi();
  make_window(&win, 1);
  int peer = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  if (rank < 2) MPI_Group_incl(world, 1, &peer, &group);
  if (rank == 0) {
    MPI_Win_post(group, 0, win);  // FINDS(exposed)
    MPI_Send(NULL, 0, MPI_INT, 2, 0, MPI_COMM_WORLD);
    MPI_Recv(NULL, 0, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Win_wait(win);
  } else if (rank == 1) {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_start(group, 0, win);
    MPI_Win_complete(win);
  } else {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);  // FINDS(exposed)
    MPI_Win_unlock(0, win);
    MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  if (rank < 2) MPI_Group_free(&group);
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  return end_mpi();
}
