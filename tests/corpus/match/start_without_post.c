// The origin starts and puts, but the target never posts: complete waits for ever.
// finds: missing FP-MATCH
// says: MPI_Win_post has to be called on rank 1 with rank 0 in its group before MPI_Win_free
// says: Rank 0 has opened a PSCW access epoch to rank 1 with MPI_Win_start
// options: --hang-timeout 2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world, other;
  start_mpi();
  make_window(&win, 1);
  int peer = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &peer, &other);
  if (rank == 0) {
    MPI_Win_start(other, 0, win);
    MPI_Put(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);  // FINDS(missing)
  }
  MPI_Win_free(&win);  // FINDS(missing)
  return end_mpi();
}
