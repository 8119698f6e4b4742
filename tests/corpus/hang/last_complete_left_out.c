// The origin leaves out the MPI_Win_complete of its last step. The target waits for it, and the put stays pending: one
// mistake.
// finds: hang FP-MATCH-008
// finds: race FP-RACE-004
// options: --hang-timeout 2
// says: and so undefined FP-RACE-004
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group all, other;
  start_mpi();
  make_window(&win, 4);
  MPI_Win_get_group(win, &all);
  const int peer = 1 - rank;
  MPI_Group_incl(all, 1, &peer, &other);
  for (int step = 0; step < 3; step++) {  // FINDS(race:store)
    if (rank == 0) {
      MPI_Win_start(other, 0, win);
      MPI_Put(&step, 1, MPI_INT, 1, step, 1, MPI_INT, win);  // FINDS(race:put)
      if (step < 2) MPI_Win_complete(win);
    } else {
      MPI_Win_post(other, 0, win);
      MPI_Win_wait(win);  // FINDS(hang)
    }
  }
  MPI_Barrier(MPI_COMM_WORLD);  // FINDS(hang)
  MPI_Group_free(&all);
  MPI_Group_free(&other);
  MPI_Win_free(&win);
  return end_mpi();
}
