// start need not wait for the post: it does not order what the target did before its post.
// finds: race FP-RACE-002
#include "corpus.h"

int main(void) {
  MPI_Win win, other_win;
  MPI_Group world, other;
  start_mpi();
  int* memory = make_window(&win, 1);
  make_window(&other_win, 1);
  int value = 7, peer = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &peer, &other);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Win_start(other, 0, other_win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
    MPI_Win_flush(1, win);
    MPI_Win_complete(other_win);
  } else {
    printf("%d\n", memory[0]);  // FINDS(race:load)
    MPI_Win_post(other, 0, other_win);
    MPI_Win_wait(other_win);
  }
  MPI_Win_unlock_all(win);
  MPI_Group_free(&world);
  MPI_Group_free(&other);
  MPI_Win_free(&win);
  MPI_Win_free(&other_win);
  return end_mpi();
}
