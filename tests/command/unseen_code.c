// Two files; the second one may have been compiled without the wrapper.
#include <mpi.h>
#include <stdlib.h>

#ifdef SECOND
int first_of(const int* values) {
  return values[0];
}
#else
int first_of(const int* values);
int main(int argc, char** argv) {
  int rank, *memory, value[4] = {0};
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 16; ++i) memory[i] = 0;
  MPI_Win_fence(0, win);
  MPI_Get(value, 4, MPI_INT, 0, 0, 4, MPI_INT, win);
  const int seen = first_of(value);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return seen > 7;
}
#endif
