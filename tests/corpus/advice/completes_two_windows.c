// MPI_Win_complete names the other one of two windows, and the right one comes behind it: it is one call too many, and to
// change its window would leave none for the second one.
// finds: wrong FP-EPOCH-005
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
    MPI_Win_wait(ones);
  } else {
    MPI_Win_start(peer, 0, ones);
    MPI_Put(&rank, 1, MPI_INT, other, 0, 1, MPI_INT, ones);
#ifndef MENDED
    MPI_Win_complete(others);  // FINDS(wrong)
#endif
    MPI_Win_complete(ones);
  }
  MPI_Group_free(&peer);
  MPI_Group_free(&everybody);
  MPI_Win_free(&others);
  MPI_Win_free(&ones);
  return end_mpi();
}
