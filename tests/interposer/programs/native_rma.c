// If RMA is left to the library, calls are recorded and the library is used as without the tool.
// environment: FENCEPOST_RMA=native
#include <mpi.h>

int main(int argc, char** argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  // defines *: Process thread_level=1 native_rma=1
  int memory[16] = {0}, value = 3, level, rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Query_thread(&level);
  if (provided != MPI_THREAD_FUNNELED || level != MPI_THREAD_FUNNELED) return 1;
  MPI_Win window;
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  // trace *: WindowCreateBegin call=MPI_Win_create
  MPI_Win_fence(0, window);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 2, 1, MPI_INT, window);
  // trace *: Transfer call=MPI_Put displacement=2
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return memory[2] != 3;
}
