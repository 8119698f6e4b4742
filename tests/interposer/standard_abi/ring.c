/* Each rank puts into its neighbour's window and sends it its number. With an argument, it loads what is put while the epoch is open. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int rank, size, one = 1, got = -1, sum = 0;
  int* memory;
  MPI_Win win;
  MPI_Request requests[2];
  MPI_Status statuses[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int next = (rank + 1) % size, before = (rank + size - 1) % size;
  MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 4; i++) memory[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  MPI_Put(&one, 1, MPI_INT, next, 2, 1, MPI_INT, win);
  if (argc > 1) got = memory[2];
  MPI_Win_unlock_all(win);
  MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(&rank, 1, MPI_INT, next, 7, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests, statuses);
  MPI_Allreduce(&memory[2], &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Win_free(&win);
  const int good = got == before && statuses[0].MPI_SOURCE == before && statuses[0].MPI_TAG == 7 && sum == size &&
                   requests[0] == MPI_REQUEST_NULL && win == MPI_WIN_NULL;
  printf("%s\n", good ? "good" : "wrong");
  MPI_Finalize();
  return !good;
}
