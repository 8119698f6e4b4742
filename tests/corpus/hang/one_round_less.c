// The target posts three times, the origin starts twice and goes on to the barrier.
// finds: cycle FP-MATCH-008
// says: Before that, 2 starts of rank 1 matched posts of rank 0; the last pair is MPI_Win_start at one_round_less.c:24 and MPI_Win_post at one_round_less.c:21.
// says: Rank 0 has opened an exposure epoch for rank 1 with MPI_Win_post at one_round_less.c:21.
// says: MPI_Win_start and MPI_Win_complete have to be called on rank 1 before MPI_Barrier at one_round_less.c:29
// options: --hang-timeout 2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world, other;
  start_mpi();
  make_window(&win, 4);
  const int peer = 1 - rank, value = 7;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &peer, &other);
  MPI_Group_free(&world);
  const int rounds = rank == 0 ? 3 : 2;
  for (int i = 0; i < rounds; i++) {
    if (rank == 0) {
      MPI_Win_post(other, 0, win);
      MPI_Win_wait(win);  // FINDS(cycle)
    } else {
      MPI_Win_start(other, 0, win);
      MPI_Put(&value, 1, MPI_INT, 0, i, 1, MPI_INT, win);
      MPI_Win_complete(win);
    }
  }
  MPI_Barrier(MPI_COMM_WORLD);  // FINDS(cycle)
  MPI_Group_free(&other);
  MPI_Win_free(&win);
  return end_mpi();
}
