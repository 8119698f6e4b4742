// What accumulate does allow: pairs with MPI_MAXLOC, derived types of one basic type, complex sums.
// near: FP-TYPE-007
#include "corpus.h"

#include <complex.h>

typedef struct {
  double value;
  int index;
} Pair;

int main(void) {
  MPI_Win win;
  Pair* pairs;
  start_mpi();
  MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &pairs, &win);
  pairs[0] = (Pair){-1, -1};
  double complex* sum = (double complex*)((char*)pairs + 32);
  *sum = 0;
  MPI_Win_fence(0, win);
  Pair mine = {10.0 * rank, rank};
  double complex one = 1 + 2 * I;
  MPI_Accumulate(&mine, 1, MPI_DOUBLE_INT, 0, 0, 1, MPI_DOUBLE_INT, MPI_MAXLOC, win);
  MPI_Accumulate(&one, 1, MPI_C_DOUBLE_COMPLEX, 0, 32, 1, MPI_C_DOUBLE_COMPLEX, MPI_SUM, win);
  MPI_Win_fence(0, win);
  if (rank == 0) REQUIRE(pairs[0].index == ranks - 1 && creal(*sum) == ranks && cimag(*sum) == 2 * ranks);
  MPI_Win_free(&win);
  return end_mpi();
}
