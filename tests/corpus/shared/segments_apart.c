// alloc_shared_noncontig: segments need not be neighbors; everybody queries for their addresses.
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Info info;
  int *memory, *other, unit;
  MPI_Aint size;
  start_mpi();
  MPI_Info_create(&info);
  MPI_Info_set(info, "alloc_shared_noncontig", "true");
  MPI_Win_allocate_shared(16, sizeof(int), info, MPI_COMM_WORLD, &memory, &win);
  MPI_Info_free(&info);
  MPI_Win_fence(0, win);
  memory[1] = rank;
  MPI_Win_fence(0, win);
  for (int i = 0; i < ranks; i++) {
    MPI_Win_shared_query(win, i, &size, &unit, &other);
    REQUIRE(other[1] == i);
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
