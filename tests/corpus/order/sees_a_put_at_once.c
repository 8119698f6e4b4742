// Loops that wait for what another process puts find it there when they look for the first time: which rule it is does not
// depend on how often they had to look.
// finds: bare FP-RACE-008
// finds: sync FP-RACE-008
// finds: sleep FP-RACE-008
// finds: counted FP-RACE-008
// finds: round FP-RACE-008
// finds: inner FP-RACE-008
// finds: tests FP-RACE-008
// near: FP-RACE-002
#include <sched.h>
#include <unistd.h>

#include "corpus.h"

int main(void) {
  MPI_Win win;
  char name[64];
  int one = 1, seven = 7, wanted = 7, looks = 0, process = (int)getpid();
  start_mpi();
  volatile int* memory = make_window(&win, 8);
  int* plain = (int*)memory;
  MPI_Bcast(&process, 1, MPI_INT, 1, MPI_COMM_WORLD);
  snprintf(name, sizeof name, "sees_a_put_at_once_%d", process);  // a file tells of the puts, which MPI knows nothing of
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);    // FINDS(bare)
    MPI_Put(&one, 1, MPI_INT, 1, 1, 1, MPI_INT, win);    // FINDS(sync)
    MPI_Put(&one, 1, MPI_INT, 1, 2, 1, MPI_INT, win);    // FINDS(sleep)
    MPI_Put(&one, 1, MPI_INT, 1, 3, 1, MPI_INT, win);    // FINDS(counted)
    MPI_Put(&seven, 1, MPI_INT, 1, 4, 1, MPI_INT, win);  // FINDS(round)
    MPI_Put(&one, 1, MPI_INT, 1, 5, 1, MPI_INT, win);    // FINDS(inner)
    MPI_Put(&one, 1, MPI_INT, 1, 6, 1, MPI_INT, win);    // FINDS(tests)
    MPI_Win_flush(1, win);
    fclose(fopen(name, "w"));
  } else {
    while (access(name, F_OK) != 0) usleep(1000);
    while (memory[0] == 0)  // FINDS(bare)
      ;
    while (plain[1] == 0)  // FINDS(sync)
      MPI_Win_sync(win);
    while (memory[2] == 0)  // FINDS(sleep)
      usleep(10);
    while (memory[3] == 0)  // FINDS(counted)
      if (++looks == 100000) abort();
    do {
      sched_yield();
    } while (memory[4] < wanted);  // FINDS(round)
    for (int round = 0; round < 3; round++) {
      while (memory[5] == 0)  // FINDS(inner)
        sched_yield();
      one += round;
    }
    for (looks = 0; looks < 1000 && (memory[6] & 1) == 0; looks++)  // FINDS(tests)
      MPI_Win_flush_local(0, win);
    remove(name);
  }
  MPI_Win_unlock_all(win);
  REQUIRE(looks == 0);
  MPI_Win_free(&win);
  return end_mpi();
}
