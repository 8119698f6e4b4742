// Four processes put the four quarters of a matrix, as subarrays.
// ranks: 4
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Datatype quarter;
  start_mpi();
  int* memory = make_window(&win, 64);
  int sizes[2] = {8, 8}, part[2] = {4, 4}, start[2] = {4 * (rank / 2), 4 * (rank % 2)}, values[16];
  for (int i = 0; i < 16; i++) values[i] = rank + 1;
  MPI_Type_create_subarray(2, sizes, part, start, MPI_ORDER_C, MPI_INT, &quarter);
  MPI_Type_commit(&quarter);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  MPI_Put(values, 16, MPI_INT, 0, 0, 1, quarter, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  REQUIRE(rank > 0 || (memory[0] == 1 && memory[7] == 2 && memory[56] == 3 && memory[63] == 4 && memory[27] == 1));
  MPI_Type_free(&quarter);
  MPI_Win_free(&win);
  return end_mpi();
}
