// Fences of two windows, and one rank leaves out one of them: its early read and the epoch that it leaves open follow
// from that.
// finds: hang FP-MATCH-002
// finds: race FP-RACE-002
// finds: left FP-EPOCH-013
// options: --hang-timeout 2
// says: 1 finding (1 error), 2 consequences
#include "corpus.h"

int main(void) {
  MPI_Win one, two;
  start_mpi();
  int value = 7, *first = make_window(&one, 1), *second = make_window(&two, 1);
  MPI_Win_fence(0, one);
  MPI_Win_fence(0, two);  // FINDS(left)
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, one);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, two);  // FINDS(race:put)
  MPI_Win_fence(0, one);
#ifdef MENDED
  MPI_Win_fence(0, two);
#else
  if (rank == 0) MPI_Win_fence(0, two);  // FINDS(hang)
#endif
  const int sum = first[0] + second[0];  // FINDS(race:load)
  MPI_Win_free(&two);                    // FINDS(hang, left)
  MPI_Win_free(&one);
  return sum == 14 ? end_mpi() : 1;
}
