// If not all processes of a window are in this job's MPI_COMM_WORLD, the MPI library handles it; a blind spot says so.
// only: openmpi
#include <mpi.h>
#include <stdio.h>

static int rank, size;

// Each rank puts its rank to all ranks, and reads the sum.
static int puts_to_all(MPI_Win window, const int* memory) {
  MPI_Win_fence(0, window);
  for (int r = 0; r < size; ++r) MPI_Put(&rank, 1, MPI_INT, r, rank, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  int wrong = 0;
  for (int i = 0; i < size; ++i) wrong += memory[i] != i;
  int counter = 0;
  MPI_Request request;
  MPI_Win_lock(MPI_LOCK_SHARED, (rank + 1) % size, 0, window);
  MPI_Rget(&counter, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, window, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_unlock((rank + 1) % size, window);
  MPI_Group group;
  int members;
  MPI_Win_get_group(window, &group);
  MPI_Group_size(group, &members);
  MPI_Group_free(&group);
  return wrong + counter + (members != size);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm parent, between, all;
  MPI_Comm_get_parent(&parent);
  between = parent;
  if (parent == MPI_COMM_NULL)
    MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &between, MPI_ERRCODES_IGNORE);
  MPI_Intercomm_merge(between, parent != MPI_COMM_NULL, &all);
  MPI_Comm_rank(all, &rank);
  MPI_Comm_size(all, &size);
  // defines *: BlindSpot sentence="The MPI library handles a window with processes outside this job's MPI_COMM_WORLD?is not noticed."
  // never *: WindowCreateBegin size=48
  int wrong = 0, *memory;
  MPI_Win window;
  MPI_Win_allocate(48, sizeof(int), MPI_INFO_NULL, all, &memory, &window);
  wrong += puts_to_all(window, memory);
  MPI_Win_free(&window);
  // A window of this job alone is ours.
  // trace *: WindowCreateBegin call=MPI_Win_allocate
  // trace *: FenceBegin
  MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
  MPI_Comm_free(&all);
  MPI_Comm_disconnect(&between);
  MPI_Finalize();
  // trace *: FinalizeEnd
  if (wrong) printf("rank %d: %d are wrong\n", rank, wrong);
  return wrong != 0;
}
