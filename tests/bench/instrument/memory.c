// usage: memory MIB: two ranks with a window of so many MiB each, all of which they write in order, read here and there
// and hand to their neighbour, epoch by epoch. Rank 0 prints the greatest size of a rank's process in MiB.
#include <stdio.h>
#include <stdlib.h>

#include <mpi.h>

#include "peak.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (argc != 2) MPI_Abort(MPI_COMM_WORLD, 2);
  const long count = atol(argv[1]) * 1024 * 1024 / (long)sizeof(double);
  double* memory = malloc((size_t)count * sizeof *memory);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Win window;
  MPI_Win_create(memory, count * (MPI_Aint)sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  double sum = 0;
  static double sent[1024];
  for (int epoch = 0; epoch < 20; ++epoch) {
    for (long i = 0; i < count; ++i) memory[i] = (double)(i + epoch);
    unsigned long state = (unsigned long)epoch + 1;
    for (int i = 0; i < 200000; ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      sum += memory[(state >> 20) % (unsigned long)count];
    }
    MPI_Win_fence(0, window);
    for (int i = 0; i < 64; ++i) {
      MPI_Put(sent, 1024, MPI_DOUBLE, (rank + 1) % ranks, i * (count / 64), 1024, MPI_DOUBLE, window);
    }
    MPI_Win_fence(0, window);
  }
  long most = peak_kib();
  MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_LONG, MPI_MAX, MPI_COMM_WORLD);
  if (rank == 0) printf("%.0f%s\n", (double)most / 1024, sum == 0 ? "?" : "");
  MPI_Win_free(&window);
  free(memory);
  MPI_Finalize();
  return 0;
}
