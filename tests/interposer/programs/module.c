// An interpreter's module brings MPI along, visible only to that module.
// launch: module
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  // trace *: InitEnd call=MPI_Init
  // trace *: CollectiveBegin call=MPI_Barrier
  MPI_Win window;
  int* memory;
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  // trace *: WindowCreateBegin call=MPI_Win_allocate
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
  MPI_Finalize();
  // trace *: FinalizeEnd
  return 0;
}
