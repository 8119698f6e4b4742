// Without FENCEPOST_TRACE_DIR, all processes write to one folder in the working directory, and rank 0 prints its name.
// environment: FENCEPOST_TRACE_DIR=
// says: the trace goes to fencepost-trace-
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Finalize();
  // trace *: InitEnd
  // trace *: FinalizeEnd
  return 0;
}
