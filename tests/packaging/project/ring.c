/* Each rank puts its number into the next one's window; with an argument it also looks at its own too early: a load that
 * only instrumented code shows. */
#include <stdio.h>

#include "halo.h"

int main(int argc, char** argv) {
  int rank, size, *memory, seen = -1;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  *memory = -1;
  MPI_Win_fence(0, window);
  give(&rank, (rank + 1) % size, window);
  if (argc > 1) seen = *memory;
  MPI_Win_fence(0, window);
  if (argc == 1) seen = *memory;
  printf("rank %d got %d\n", rank, seen);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
  return MPI_Finalize();
}
