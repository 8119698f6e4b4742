/* A small program with one mistake: the target reads before the fence that closes the epoch of the puts. */
#include <stdio.h>

#include <mpi.h>

enum { ROUNDS = 100, CELLS = 1000 };

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double *cells, sum = 0, mine[CELLS];
  MPI_Win window;
  MPI_Win_allocate(CELLS * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &window);
  for (int round = 0; round < ROUNDS; ++round) {
    MPI_Win_fence(0, window);
    for (int i = 0; i < CELLS; ++i) mine[i] = rank + i * round;
    MPI_Put(mine, CELLS, MPI_DOUBLE, (rank + 1) % size, 0, CELLS, MPI_DOUBLE, window);
    if (round == ROUNDS / 2) sum += cells[0];
    MPI_Win_fence(0, window);
    for (int i = 0; i < CELLS; ++i) sum += cells[i];
  }
  printf("rank %d: %g\n", rank, sum);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
