// Four ranks in two rows and two columns: two of them take part in the column's barrier first, the others in the row's.
// ranks: 4
// finds: cycle FP-MATCH-008
// options: --hang-timeout 2
#include "corpus.h"

// Functions of their own: clang would make one call of the two branches', on one line, where the pass does not see to it.
static __attribute__((noinline)) void columns_first(MPI_Comm row, MPI_Comm column) {
  MPI_Barrier(column);  // FINDS(cycle)
  MPI_Barrier(row);
}

static __attribute__((noinline)) void rows_first(MPI_Comm row, MPI_Comm column) {
  MPI_Barrier(row);  // FINDS(cycle)
  MPI_Barrier(column);
}

int main(void) {
  MPI_Comm row, column;
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &row);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &column);
  if (rank == 0 || rank == 3) {
    columns_first(row, column);
  } else {
    rows_first(row, column);
  }
  MPI_Comm_free(&row);
  MPI_Comm_free(&column);
  MPI_Win_free(&win);
  return end_mpi();
}
