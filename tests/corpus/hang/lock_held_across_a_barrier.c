// One rank enters the barrier with a lock that another one needs on its way there.
// ranks: 3
// finds: cycle FP-MATCH-008
// says: fix Move MPI_Win_unlock at lock_held_across_a_barrier.c:27 before MPI_Barrier at lock_held_across_a_barrier.c:26.
// says: exclusive held by rank 0
// says: shared wanted by rank 2
// options: --hang-timeout 2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int token = 0, got;
  make_window(&win, 1);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    MPI_Send(&token, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
  } else if (rank == 2) {
    MPI_Recv(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);  // FINDS(cycle|lock)
    MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);  // FINDS(cycle|lock)
  }
  MPI_Barrier(MPI_COMM_WORLD);  // FINDS(cycle)
  if (rank == 0) MPI_Win_unlock(1, win);
  MPI_Win_free(&win);
  return end_mpi();
}
