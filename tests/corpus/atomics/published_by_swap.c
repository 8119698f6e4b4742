// A process fills its own memory with stores, synchronizes its window and publishes its rank with compare-and-swap; the
// others wait for that and get what was stored.
// ranks: 3
#include "corpus.h"

enum { PUBLISHED, DATA };

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 2);
  MPI_Win_lock_all(0, win);
  if (rank == 2) {
    int nobody = 0, found;
    memory[DATA] = 7;
    MPI_Win_sync(win);
    MPI_Compare_and_swap(&rank, &nobody, &found, MPI_INT, 0, PUBLISHED, win);
    MPI_Win_flush(0, win);
    REQUIRE(found == 0);
  } else {
    int owner = 0, data = 0;
    while (!owner) {
      MPI_Fetch_and_op(NULL, &owner, MPI_INT, 0, PUBLISHED, MPI_NO_OP, win);
      MPI_Win_flush(0, win);
    }
    MPI_Get(&data, 1, MPI_INT, owner, DATA, 1, MPI_INT, win);
    MPI_Win_flush(owner, win);
    REQUIRE(data == 7);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
