// The memory behind the addresses is never attached. All operations on it lack one call.
// ranks: 3
// finds: put FP-RANGE-002
// finds: sum FP-RANGE-002
// finds: get FP-RANGE-002
// says: and so error FP-RANGE-002
// says: fix See FP-RANGE-002 at nothing_attached.c:20: one call of MPI_Win_attach is missing for both.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  static int memory[8];
  int value = 3;
  MPI_Aint at;
  start_mpi();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Get_address(memory, &at);
  MPI_Bcast(&at, 1, MPI_AINT, 0, MPI_COMM_WORLD);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 0, at, 1, MPI_INT, win);                                   // FINDS(put)
  if (rank == 1) MPI_Accumulate(&value, 1, MPI_INT, 0, MPI_Aint_add(at, 4), 1, MPI_INT, MPI_SUM, win);  // FINDS(sum)
  if (rank == 2) MPI_Get(&value, 1, MPI_INT, 0, MPI_Aint_add(at, 8), 1, MPI_INT, win);                  // FINDS(get)
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
