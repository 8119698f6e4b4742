// Store, fence, get, fence, store: phases of local and remote access, with all the assertions that are true.
// near: FP-ASSERT-005 FP-ASSERT-006 FP-ASSERT-007
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int got = -1;
  for (int phase = 0; phase < 3; phase++) {
    memory[0] = 10 * phase + rank;
    MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOPUT, win);
    MPI_Get(&got, 1, MPI_INT, (rank + 1) % ranks, 0, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOSUCCEED, win);
    REQUIRE(got == 10 * phase + (rank + 1) % ranks);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
