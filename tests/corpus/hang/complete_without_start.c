// The origin forgets MPI_Win_start: its operations are outside of any epoch, its complete ends none, and the target waits for it.
// That is one mistake.
// finds: outside FP-EPOCH-001
// options: --hang-timeout 2
// says: fix MPI_Put at complete_without_start.c:20 needs an epoch that is opened before it: MPI_Win_complete at complete_without_start.c:22 closes it.
// says: Rank 1 waits in MPI_Win_wait at complete_without_start.c:25
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group all, other;
  start_mpi();
  int got;
  make_window(&win, 2);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  const int peer = 1 - rank;
  MPI_Group_incl(all, 1, &peer, &other);
  if (rank == 0) {
    // MPI_Win_start(other, 0, win);
    MPI_Put(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(outside:put)
    MPI_Get(&got, 1, MPI_INT, 1, 1, 1, MPI_INT, win);    // FINDS(outside:get)
    MPI_Win_complete(win);                               // FINDS(outside)
  } else {
    MPI_Win_post(other, 0, win);
    MPI_Win_wait(win);  // FINDS(outside)
  }
  MPI_Group_free(&all);
  MPI_Group_free(&other);
  MPI_Win_free(&win);
  return end_mpi();
}
