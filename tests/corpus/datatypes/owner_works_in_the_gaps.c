// The owner loads and stores the elements that a strided put leaves out.
// near: FP-RACE-002
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Datatype odd;
  start_mpi();
  int* memory = make_window(&win, 16);
  int values[8] = {1, 1, 1, 1, 1, 1, 1, 1};
  MPI_Type_vector(8, 1, 2, MPI_INT, &odd);
  MPI_Type_commit(&odd);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(values, 8, MPI_INT, 1, 1, 1, odd, win);
  if (rank == 1) {
    for (int i = 0; i < 16; i += 2) memory[i] = i;
  }
  MPI_Win_fence(0, win);
  if (rank == 1) REQUIRE(memory[14] == 14 && memory[15] == 1);
  MPI_Type_free(&odd);
  MPI_Win_free(&win);
  return end_mpi();
}
