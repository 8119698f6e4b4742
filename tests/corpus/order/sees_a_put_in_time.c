// Loops that wait for what another process puts, but check what calls return and not for ever; they find it there when they
// look for the first time.
// finds: checked FP-RACE-008
// finds: returned FP-RACE-008
// finds: seconds FP-RACE-008
// finds: clock FP-RACE-008
// finds: longer FP-RACE-008
// finds: limited FP-RACE-008
// finds: meanwhile FP-RACE-002
#include <sched.h>
#include <time.h>
#include <unistd.h>

#include "corpus.h"

static int wait_checked(volatile int* memory, MPI_Win win) {
  while (*memory == 0) {  // FINDS(returned)
    const int error = MPI_Win_sync(win);
    if (error != MPI_SUCCESS) return error;
  }
  return MPI_SUCCESS;
}

int main(void) {
  MPI_Win win;
  struct timespec begin, now;
  char name[64];
  int one = 1, process = (int)getpid(), pause = 1, hits = 0;
  start_mpi();
  volatile int* memory = make_window(&win, 8);
  MPI_Bcast(&process, 1, MPI_INT, 1, MPI_COMM_WORLD);
  snprintf(name, sizeof name, "sees_a_put_in_time_%d", process);  // a file tells of the puts, which MPI knows nothing of
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(checked)
    MPI_Put(&one, 1, MPI_INT, 1, 1, 1, MPI_INT, win);  // FINDS(returned)
    MPI_Put(&one, 1, MPI_INT, 1, 2, 1, MPI_INT, win);  // FINDS(seconds)
    MPI_Put(&one, 1, MPI_INT, 1, 3, 1, MPI_INT, win);  // FINDS(clock)
    MPI_Put(&one, 1, MPI_INT, 1, 4, 1, MPI_INT, win);  // FINDS(longer)
    MPI_Put(&one, 1, MPI_INT, 1, 5, 1, MPI_INT, win);  // FINDS(limited)
    MPI_Put(&one, 1, MPI_INT, 1, 6, 1, MPI_INT, win);  // FINDS(meanwhile)
    MPI_Win_flush(1, win);
    fclose(fopen(name, "w"));
  } else {
    while (access(name, F_OK) != 0) usleep(1000);
    while (memory[0] == 0) {  // FINDS(checked)
      const int error = MPI_Win_sync(win);
      if (error != MPI_SUCCESS) {
        fprintf(stderr, "error %d\n", error);
        MPI_Abort(MPI_COMM_WORLD, 1);
      }
    }
    if (wait_checked(&memory[1], win) != MPI_SUCCESS) abort();
    const double limit = MPI_Wtime() + 60;
    while (memory[2] == 0)  // FINDS(seconds)
      if (MPI_Wtime() > limit) abort();
    clock_gettime(CLOCK_MONOTONIC, &begin);
    do {
      clock_gettime(CLOCK_MONOTONIC, &now);
    } while (memory[3] == 0 && now.tv_sec < begin.tv_sec + 60);  // FINDS(clock)
    while (memory[4] == 0) {                                     // FINDS(longer)
      usleep((useconds_t)pause);
      pause *= 2;
    }
    while (memory[5] == 0) {  // FINDS(limited)
      PMPI_Win_flush_local(0, win);
      if (time(NULL) - begin.tv_sec < 0) break;
    }
    const time_t second = time(NULL);
    do {
      if (memory[6] == 5) hits++;  // FINDS(meanwhile)
    } while (time(NULL) - second < 0);
    remove(name);
  }
  MPI_Win_unlock_all(win);
  REQUIRE(hits == 0);
  MPI_Win_free(&win);
  return end_mpi();
}
