// A profiler after us that calls a few PMPI names and looks up the others in the MPI library: it is left alone.
// flags: -DPROGRAM
// profiler: linked
// defines *: Process native_rma=0
// trace *: InitEnd call=MPI_Init
// trace *: Transfer call=MPI_Put
// trace *: FinalizeEnd
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>

#ifdef PROFILER
int MPI_Init(int* argc, char*** argv) {
  int (*const next)(int*, char***) = (int (*)(int*, char***))dlsym(RTLD_NEXT, "PMPI_Init");
  return next(argc, argv);
}
int MPI_Win_fence(int assert, MPI_Win window) {
  int (*const next)(int, MPI_Win) = (int (*)(int, MPI_Win))dlsym(RTLD_NEXT, "MPI_Win_fence");
  return next(assert, window);
}
int MPI_Finalize(void) {
  int rank;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return PMPI_Finalize();
}
#else
int main(int argc, char** argv) {
  int rank, memory = -1;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  MPI_Put(&rank, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return memory != 1 - rank;
}
#endif
