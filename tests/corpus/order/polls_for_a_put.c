// A process looks at its window until a put arrives there. That works here, but nothing promises that it always does.
// finds: polling FP-RACE-008
#include <unistd.h>

#include "corpus.h"

int main(void) {
  MPI_Win win;
  char name[64];
  int one = 1, looks = 0, process = (int)getpid();
  start_mpi();
  volatile int* memory = make_window(&win, 1);
  MPI_Bcast(&process, 1, MPI_INT, 1, MPI_COMM_WORLD);
  snprintf(name, sizeof name, "polls_for_a_put_%d", process);  // a file tells that it polls, which MPI knows nothing of
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    while (access(name, F_OK) != 0) usleep(1000);
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(polling:put)
    MPI_Win_flush(1, win);
    remove(name);
  } else {
    while (memory[0] == 0)  // FINDS(polling:load)
      if (++looks == 1000) fclose(fopen(name, "w"));
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
