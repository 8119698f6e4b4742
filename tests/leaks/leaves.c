/* A program with windows of every flavour that ends as it is told: finalize, exit (without MPI_Finalize), abort, kill
 * (rank 1 is killed while rank 0 waits for its lock), crash. */
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char** argv) {
  const char* how = argc > 1 ? argv[1] : "finalize";
  int rank, ranks;
  long value = 1, own[8] = {0};
  char *allocated, *shared;
  MPI_Win windows[4];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Win_create(own, sizeof own, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &windows[0]);
  MPI_Win_allocate(1 << 20, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &allocated, &windows[1]);
  MPI_Win_allocate_shared(1 << 16, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &shared, &windows[2]);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &windows[3]);
  for (int i = 0; i < 3; ++i) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, (rank + 1) % ranks, 0, windows[i]);
    MPI_Accumulate(&value, 1, MPI_LONG, (rank + 1) % ranks, 0, 1, MPI_LONG, MPI_SUM, windows[i]);
    MPI_Win_unlock((rank + 1) % ranks, windows[i]);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (strcmp(how, "finalize") == 0) {
    for (int i = 0; i < 4; ++i) MPI_Win_free(&windows[i]);
    MPI_Finalize();
    return 0;
  }
  /* Rank 1 holds a lock that the others request. */
  if (rank == 1) MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, windows[1]);
  if (rank == 1) MPI_Put(&value, 1, MPI_LONG, 0, 0, 1, MPI_LONG, windows[1]);
  if (rank == 1) MPI_Win_flush(0, windows[1]);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    if (strcmp(how, "abort") == 0) MPI_Abort(MPI_COMM_WORLD, 3);
    if (strcmp(how, "kill") == 0) raise(SIGKILL);
    if (strcmp(how, "crash") == 0) *(volatile int*)8 = 1;
    _exit(4);
  }
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, windows[1]);
  MPI_Put(&value, 1, MPI_LONG, 0, 0, 1, MPI_LONG, windows[1]);
  MPI_Win_unlock(0, windows[1]);
  MPI_Barrier(MPI_COMM_WORLD); /* the launcher ends those that wait here */
  return 5;
}
