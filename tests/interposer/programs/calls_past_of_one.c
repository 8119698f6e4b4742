// Of a job of two programs one calls a function by its second name: for both the library executes RMA.
// beside: -DFIRST_NAMES
// ranks: 3
// defines *: Process native_rma=1
// defines 0: BlindSpot sentence="The program calls PMPI_Put itself, past Fencepost: the MPI library executed all RMA, and none of it was checked."
// defines 2: BlindSpot sentence="Another program of this job makes calls of the one-sided chapter past Fencepost: the MPI library executed all RMA, and none of it was checked."
// never *: WindowCreateBegin
#include <mpi.h>

#ifdef FIRST_NAMES
#define PUT MPI_Put
#else
#define PUT PMPI_Put
#endif

int main(int argc, char** argv) {
  int* memory;
  int rank, ranks;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  MPI_Win_fence(0, window);
  PUT(&rank, 1, MPI_INT, (rank + 1) % ranks, 0, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  const int left = *memory;
  MPI_Win_free(&window);
  MPI_Finalize();
  return left != (rank + ranks - 1) % ranks;
}
