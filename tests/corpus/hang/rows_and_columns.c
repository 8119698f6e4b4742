// Four ranks in two rows and two columns: two of them take part in the column's barrier first, the others in the row's.
// ranks: 4
// finds: cycle FP-MATCH-008
// options: --hang-timeout 2
#include "corpus.h"

int main(void) {
  MPI_Comm row, column;
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &row);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &column);
  if (rank == 0 || rank == 3) {
    MPI_Barrier(column);  // FINDS(cycle)
    MPI_Barrier(row);
  } else {
    MPI_Barrier(row);  // FINDS(cycle)
    MPI_Barrier(column);
  }
  MPI_Comm_free(&row);
  MPI_Comm_free(&column);
  MPI_Win_free(&win);
  return end_mpi();
}
