// The requests of the rows are made in a loop without braces, and one too few is waited for.
// finds: left FP-EPOCH-019
#include "corpus.h"

enum { kRows = 4, kColumns = 8 };

int main(void) {
  MPI_Win win;
  MPI_Request rows[kRows];
  int grid[kRows][kColumns];
  start_mpi();
  make_window(&win, kRows * kColumns);
  for (int row = 0; row < kRows; row++)
    for (int column = 0; column < kColumns; column++) grid[row][column] = row;
  MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
  for (int row = 0; row < kRows; row++)
    MPI_Rput(grid[row], kColumns, MPI_INT, 1 - rank, 8 * row, kColumns, MPI_INT, win, &rows[row]);  // FINDS(left)
  MPI_Waitall(kRows - 1, rows, MPI_STATUSES_IGNORE);
  MPI_Win_unlock(1 - rank, win);
  MPI_Win_free(&win);
  return end_mpi();
}
