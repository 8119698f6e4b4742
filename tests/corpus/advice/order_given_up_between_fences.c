// Two accumulates to one location whose order the window gives up, in an epoch of fences: a flush is not allowed there.
// finds: order FP-INFO-006
// exit: 0
// says: or all ranks have to call MPI_Win_fence(0, halo) before MPI_Accumulate at order_given_up_between_fences.c:26, or accumulate_ordering has to
// contain waw.
#include "corpus.h"

int main(void) {
  MPI_Win halo;
  MPI_Info info;
  int* memory;
  start_mpi();
  MPI_Info_create(&info);
  MPI_Info_set(info, "accumulate_ordering", "rar,war,raw");
  MPI_Win_allocate(sizeof(int), sizeof(int), info, MPI_COMM_WORLD, &memory, &halo);
  MPI_Info_free(&info);
  memory[0] = 0;
  MPI_Win_fence(0, halo);
  int one = 1, two = 2;
  if (rank == 0) {
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, halo);  // FINDS(order)
  }
#ifdef MENDED
  MPI_Win_fence(0, halo);
#endif
  if (rank == 0) MPI_Accumulate(&two, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, halo);  // FINDS(order)
  MPI_Win_fence(0, halo);
  if (rank == 1) {
    REQUIRE(memory[0] == 2);
  }
  MPI_Win_free(&halo);
  return end_mpi();
}
