// If no trace can be written, the program runs unchecked, and each process prints that once.
// environment: FENCEPOST_TRACE_DIR=/proc/fencepost
// says: continues without being recorded
// says: the sum is 2
// no trace
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int one = 1, sum = 0, rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int* memory;
  MPI_Win window;
  MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  *memory = 0;
  MPI_Win_fence(0, window);
  MPI_Put(&one, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  MPI_Allreduce(memory, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Win_free(&window);
  if (rank == 0) printf("the sum is %d\n", sum);
  MPI_Finalize();
  return sum != 2;
}
