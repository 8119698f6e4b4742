// Assertions that mean nothing to the call: MPI refuses it, and the program continues as if it had opened its epoch.
// The consequences are not separate mistakes.
// finds: start FP-ASSERT-009
// finds: post FP-ASSERT-009
// finds: fence FP-ASSERT-009
#include "corpus.h"

int main(void) {
  MPI_Win started, posted, fenced;
  MPI_Group all, other;
  int one = 1;
  start_mpi();
  make_window(&started, 1);
  make_window(&posted, 1);
  make_window(&fenced, 1);
  const int peer = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &peer, &other);
  if (rank == 0) {
    MPI_Win_start(other, MPI_MODE_NOPUT, started);  // FINDS(start)
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, started);
    MPI_Win_complete(started);
    MPI_Win_start(other, 0, posted);
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, posted);
    MPI_Win_complete(posted);
  } else {
    MPI_Win_post(other, 0, started);
    MPI_Win_wait(started);
    MPI_Win_post(other, MPI_MODE_NOSUCCEED, posted);  // FINDS(post)
    MPI_Win_wait(posted);
  }
  MPI_Win_fence(MPI_MODE_NOCHECK, fenced);  // FINDS(fence)
  if (rank == 0) MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, fenced);
  MPI_Win_fence(0, fenced);
  MPI_Group_free(&other);
  MPI_Group_free(&all);
  MPI_Win_free(&started);
  MPI_Win_free(&posted);
  MPI_Win_free(&fenced);
  return end_mpi();
}
