// The two arguments of MPI_Win_fence are swapped. With MPICH, whose handles are integers, compilers do not warn.
// mpi: mpich
// flags: -w
// finds: swapped FP-WINDOW-008
// finds: again FP-WINDOW-008
// says: calls MPI_Win_fence with its two arguments swapped
#include "corpus.h"

#ifdef MENDED
#define FENCE(win) MPI_Win_fence(0, win)
#else
#define FENCE(win) MPI_Win_fence(win, 0)
#endif

int main(void) {
  MPI_Win win;
  start_mpi();
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  make_window(&win, 1);
  FENCE(win);  // FINDS(swapped)
  FENCE(win);  // FINDS(again)
  MPI_Win_free(&win);
  return end_mpi();
}
