// The two arguments of MPI_Win_fence are swapped. With MPICH, whose handles are integers, compilers do not warn.
// mpi: mpich
// flags: -w
// finds: swapped FP-WINDOW-008
// finds: again FP-WINDOW-008
// says: calls MPI_Win_fence with its two arguments swapped
// says: fix Call MPI_Win_fence(0, win) instead of MPI_Win_fence at fence_arguments_swapped.c:19.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  make_window(&win, 1);
#ifdef MENDED
  MPI_Win_fence(0, win);
  MPI_Win_fence(0, win);
#else
  MPI_Win_fence(win, 0);  // FINDS(swapped)
  MPI_Win_fence(win, 0);  // FINDS(again)
#endif
  MPI_Win_free(&win);
  return end_mpi();
}
