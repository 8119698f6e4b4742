// A flag that is put. That finding is suppressed: the one about the data does not refer to it, and has its own advice.
// finds: data FP-RACE-002
// says: fix The load of rank 1 at flag_is_suppressed.c:25 has to come after MPI_Win_flush at flag_is_suppressed.c:16 on rank 0: rank 1 has to wait for that, by a message or barrier; or
#include "corpus.h"

enum { FLAG, DATA };

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 2);
  int one = 1, nothing = 0, flag = 0;
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&ranks, 1, MPI_INT, 1, DATA, 1, MPI_INT, win);  // FINDS(data:put)
    MPI_Win_flush(1, win);
    // fencepost: ignore FP-RACE-006 works with this library
    MPI_Put(&one, 1, MPI_INT, 1, FLAG, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
  } else {
    for (int looks = 0; looks < 10 || flag == 0; looks++) {
      MPI_Fetch_and_op(&nothing, &flag, MPI_INT, 1, FLAG, MPI_NO_OP, win);
      MPI_Win_flush(1, win);
    }
    REQUIRE(memory[DATA] == ranks);  // FINDS(data:load)
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
