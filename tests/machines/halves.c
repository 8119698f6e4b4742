/* On ranks that stand half on one machine and half on another: what the first rank of each half puts into the part of the
 * others. With `race` the receivers do not wait for it; with `hang` the last rank waits for a message that never comes. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int race = argc > 1 && strcmp(argv[1], "race") == 0, hang = argc > 1 && strcmp(argv[1], "hang") == 0;
  int rank, size, *part, value = 7;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &part, &win);
  memset(part, 0, 4 * sizeof(int));
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    for (int target = 1; target < size; ++target) MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
  if (!race && rank == 0) MPI_Win_flush_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  if (rank != 0) value = part[0];
  const int one = 1;
  int before;
  MPI_Fetch_and_op(&one, &before, MPI_INT, size - 1, 1, MPI_SUM, win);
  if (hang && rank == size - 1) MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (!race && (value != 7 || (rank == size - 1 && part[1] != size))) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_free(&win);
  if (rank == 0) printf("done\n");
  MPI_Finalize();
  return 0;
}
