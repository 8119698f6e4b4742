// A program locks all of its memory, as real-time programs do. That must not lock what the tool has only reserved.
#include "corpus.h"
#include <sys/mman.h>
#include <sys/resource.h>

int main(void) {
  MPI_Win win;
  start_mpi();
  int* const memory = make_window(&win, 4);
  // (Without the right to lock anything it is refused.)
  const int refused = mlockall(MCL_CURRENT | MCL_FUTURE);
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  if (!refused && used.ru_maxrss > 2 << 20) return 1;  // KiB
  MPI_Win_fence(0, win);
  if (rank == 0) {
    const int value = 7;
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
  } else {
    MPI_Win_fence(0, win);
  }
  if (rank == 1 && memory[0] != 7) return 1;
  munlockall();
  MPI_Win_free(&win);
  return end_mpi();
}
