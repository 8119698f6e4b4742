// MPI_Win_complete names the other one of two windows. To remove it would leave the epoch open for ever.
// finds: wrong FP-EPOCH-005
// finds: hang FP-MATCH-008
// options: --hang-timeout 3
// says: fix Pass ones instead of others in MPI_Win_complete at completes_another_window.c:24. Tried on
#include "corpus.h"

int main(void) {
  MPI_Win ones, others;
  MPI_Group everybody, peer;
  start_mpi();
  make_window(&ones, 1);
  make_window(&others, 1);
  MPI_Comm_group(MPI_COMM_WORLD, &everybody);
  const int other = 1 - rank;
  MPI_Group_incl(everybody, 1, &other, &peer);

  if (rank == 1) {
    MPI_Win_post(peer, 0, ones);
    MPI_Win_wait(ones);  // FINDS(hang)
  } else {
    MPI_Win_start(peer, 0, ones);
    MPI_Put(&rank, 1, MPI_INT, other, 0, 1, MPI_INT, ones);
    MPI_Win_complete(others);  // FINDS(wrong)
  }
  MPI_Group_free(&peer);
  MPI_Group_free(&everybody);
  MPI_Win_free(&others);  // FINDS(hang)
  MPI_Win_free(&ones);
  return end_mpi();
}
