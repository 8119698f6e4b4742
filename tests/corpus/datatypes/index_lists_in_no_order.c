// Two ranks put by long lists of indices in no order that interleave and have no element in common.
// ranks: 3
// near: FP-RACE-001
#include "corpus.h"

int main(void) {
  enum { kElements = 500 };
  MPI_Win win;
  MPI_Datatype list;
  start_mpi();
  int* memory = make_window(&win, 2 * kElements);
  static int values[kElements], indices[kElements];
  for (int i = 0; i < kElements; ++i) {
    indices[i] = 2 * (i * 37 * 7 % kElements) + rank % 2;
    values[i] = indices[i];
  }
  MPI_Type_create_indexed_block(kElements, 1, indices, MPI_INT, &list);
  MPI_Type_commit(&list);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  if (rank != 2) MPI_Put(values, kElements, MPI_INT, 2, 0, 1, list, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  for (int i = 0; rank == 2 && i < 2 * kElements; ++i) REQUIRE(memory[i] == i);
  MPI_Type_free(&list);
  MPI_Win_free(&win);
  return end_mpi();
}
