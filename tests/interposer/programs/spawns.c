// Spawned processes run unchecked, and a blind spot says so. (The MPICH of Debian cannot spawn.)
// only: openmpi
#include <mpi.h>
#include <string.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm parent, children;
  MPI_Comm_get_parent(&parent);
  int value = 42;
  if (parent == MPI_COMM_NULL) {
    MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children, MPI_ERRCODES_IGNORE);
    // trace *: CollectiveBegin call=MPI_Comm_spawn
    // trace *: CollectiveEnd
    // defines *: BlindSpot sentence="Processes outside this job's MPI_COMM_WORLD take part?"
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) MPI_Send(&value, 1, MPI_INT, 0, 0, children);
    MPI_Comm_disconnect(&children);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, parent, MPI_STATUS_IGNORE);
    int* memory;
    MPI_Win window;
    MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
    MPI_Win_free(&window);
    MPI_Comm_disconnect(&parent);
  }
  MPI_Finalize();
  // trace *: FinalizeEnd
  return value != 42;
}
