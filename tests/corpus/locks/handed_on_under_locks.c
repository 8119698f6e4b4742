// Data under shared locks, and a flag under exclusive ones that says when it is there: whoever has seen the flag comes later in every
// run. The reader looks at the flag under its own exclusive lock, or under the shared one under which it then gets the data.
// ranks: 3
// near: FP-RACE-003
// finds: own FP-RACE-010
// finds: same FP-RACE-010
// exit: 0 (a note)
#include "corpus.h"

#include <unistd.h>

static void put(int displacement, int value, int type, MPI_Win win) {
  MPI_Win_lock(type, 0, 0, win);
  MPI_Put(&value, 1, MPI_INT, 0, displacement, 1, MPI_INT, win);  // FINDS(own:put) FINDS(same:put)
  MPI_Win_unlock(0, win);
}

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 4);
  if (rank == 1) {
    put(2, 17, MPI_LOCK_SHARED, win);
    put(0, 1, MPI_LOCK_EXCLUSIVE, win);
  } else if (rank == 2) {
    int flag = 0, data = 0;
    usleep(200000);
    while (flag == 0) {
      MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
      MPI_Get(&flag, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
      MPI_Win_unlock(0, win);
    }
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Get(&data, 1, MPI_INT, 0, 2, 1, MPI_INT, win);  // FINDS(own:get)
    MPI_Win_unlock(0, win);
    REQUIRE(data == 17);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Get(&flag, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    if (flag == 1) MPI_Get(&data, 1, MPI_INT, 0, 2, 1, MPI_INT, win);  // FINDS(same:get)
    MPI_Win_unlock(0, win);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
