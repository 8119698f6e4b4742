// Two ranks put to one place, and then wait for somebody who presses Ctrl-C: in a barrier that never completes, while
// computing, or ignoring SIGINT.
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char** argv) {
  int *memory, rank, value = 7;
  MPI_Win win;
  const char* how = argc > 1 ? argv[1] : "";
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_flush(0, win);
  if (strcmp(how, "ignoring") == 0) signal(SIGINT, SIG_IGN);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    puts("all are waiting");
    fflush(stdout);
    // No rank hangs: this one may still come.
    for (int i = 0; i < 600; i++) usleep(100000);
  }
  if (strcmp(how, "barrier") == 0) MPI_Barrier(MPI_COMM_WORLD);
  for (volatile double sum = 0; sum < 1e10;) sum += 1;
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
