// Each row and each column of the ranks has a window over the same memory: what comes by the one is read for the other
// before the fence that completes it. Its name is the same everywhere, but the windows are not.
// ranks: 4
// finds: left FP-RACE-001
// finds: right FP-RACE-001
// says: 1 finding
// says: fix Call MPI_Win_fence(0, row) on all ranks between MPI_Put
#include "corpus.h"

int main(void) {
  MPI_Win row, column;
  MPI_Comm rows, columns;
  double cells[8] = {0};
  start_mpi();
  MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &rows);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &columns);
  MPI_Win_create(cells, sizeof cells, sizeof *cells, MPI_INFO_NULL, rows, &row);
  MPI_Win_create(cells, sizeof cells, sizeof *cells, MPI_INFO_NULL, columns, &column);
  double value = rank;
  const int beside = 1 - rank % 2, below = 1 - rank / 2;
  MPI_Win_fence(MPI_MODE_NOPRECEDE, row);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, column);
  MPI_Put(&value, 1, MPI_DOUBLE, beside, 3, 1, MPI_DOUBLE, row);  // FINDS(right:put)
  MPI_Put(&value, 1, MPI_DOUBLE, beside, 0, 1, MPI_DOUBLE, row);  // FINDS(left:put)
#ifdef MENDED
  MPI_Win_fence(0, row);
#endif
  MPI_Put(cells, 4, MPI_DOUBLE, below, 4, 4, MPI_DOUBLE, column);  // FINDS(left:put) FINDS(right:put)
  MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, row);
  MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, column);
  MPI_Win_free(&column);
  MPI_Win_free(&row);
  MPI_Comm_free(&rows);
  MPI_Comm_free(&columns);
  return end_mpi();
}
