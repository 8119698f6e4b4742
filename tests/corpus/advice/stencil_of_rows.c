// The same with a row for each rank, in a function that the loop of steps calls: a barrier in the loop over the elements
// would help nobody.
// finds: race FP-RACE-009
// says: fix If the two are of different rounds of the loop at stencil_of_rows.c:27 (or of one inside it), all ranks have to meet (in a barrier) between two rounds.
#include "corpus.h"

enum { kCells = 16 };
static double* rows[2];

static void relax(int from) {
  const double* old = &rows[rank][from * kCells];
  const double* other = &rows[1 - rank][from * kCells];
  double* made = &rows[rank][(1 - from) * kCells];
  for (int i = 0; i < kCells; i++)
    made[i] = 0.5 * (old[i] + other[i]);  // FINDS(race)
}

int main(void) {
  MPI_Win win;
  MPI_Aint size;
  int unit;
  start_mpi();
  MPI_Win_allocate_shared(2 * kCells * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &rows[rank], &win);
  MPI_Win_shared_query(win, 1 - rank, &size, &unit, &rows[1 - rank]);
  for (int i = 0; i < 2 * kCells; i++) rows[rank][i] = i + rank;
  MPI_Barrier(MPI_COMM_WORLD);
  for (int step = 0; step < 4; step++) {
    relax(step % 2);
#ifdef MENDED
    MPI_Barrier(MPI_COMM_WORLD);
#endif
  }
  MPI_Win_free(&win);
  return end_mpi();
}
