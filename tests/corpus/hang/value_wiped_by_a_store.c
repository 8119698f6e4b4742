// Both poll for a value that the other one has accumulated; the initialization, which comes late and races with that,
// has wiped it out. The race is the mistake.
// finds: race FP-RACE-006
// finds: waits FP-MATCH-008
// options: --hang-timeout 2
#include <unistd.h>

#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int one = 1, seen = 0;
  int* memory = make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  MPI_Accumulate(&one, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, MPI_SUM, win);  // FINDS(race)
  MPI_Win_flush(1 - rank, win);
  usleep(300000);
  memory[0] = 0;  // FINDS(race:store)
  while (seen != 1) {
    MPI_Fetch_and_op(NULL, &seen, MPI_INT, rank, 0, MPI_NO_OP, win);  // FINDS(waits)
    MPI_Win_flush(rank, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
