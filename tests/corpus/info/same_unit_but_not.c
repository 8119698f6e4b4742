// same_disp_unit is promised, but the units differ.
// finds: info FP-INFO-003
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Info info;
  int* memory;
  start_mpi();
  MPI_Info_create(&info);
  MPI_Info_set(info, "same_disp_unit", "true");
  MPI_Win_allocate(16, rank == 0 ? 1 : 4, info, MPI_COMM_WORLD, &memory, &win);  // FINDS(info)
  MPI_Info_free(&info);
  MPI_Win_free(&win);
  return end_mpi();
}
