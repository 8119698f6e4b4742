// In a job of two programs, one calls functions by their PMPI names: these are ours, too.
// beside: -DFIRST_NAMES
// ranks: 3
// silent
// defines *: Process native_rma=0
// trace *: InitEnd call=MPI_Init
// trace *: WindowCreateBegin call=MPI_Win_allocate
// trace *: Transfer call=MPI_Put
// trace *: CollectiveBegin call=MPI_Barrier
// trace *: FinalizeEnd
#include <mpi.h>

#ifdef FIRST_NAMES
#define NAME(name) MPI_##name
#else
#define NAME(name) PMPI_##name
#endif

int main(int argc, char** argv) {
  int* memory;
  int rank, ranks;
  MPI_Win window;
  NAME(Init)(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  MPI_Win_fence(0, window);
  NAME(Put)(&rank, 1, MPI_INT, (rank + 1) % ranks, 0, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  NAME(Barrier)(MPI_COMM_WORLD);
  const int left = *memory;
  MPI_Win_free(&window);
  NAME(Finalize)();
  return left != (rank + ranks - 1) % ranks;
}
