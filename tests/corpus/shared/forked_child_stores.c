// A child of fork stores into the window that its rank has in shared memory: that is not seen, and the report says so.
// One that stores into a copy of its own is nobody's business.
// says: A process that the program made with fork loads or stores in memory of windows
#include <sys/wait.h>
#include <unistd.h>

#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 4);
  if (rank == 0) {
    const pid_t child = fork();
    if (child == 0) {
      memory[0] = 7;
      _exit(0);
    }
    REQUIRE(child > 0 && waitpid(child, NULL, 0) == child);
    REQUIRE(memory[0] == 7);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  return end_mpi();
}
