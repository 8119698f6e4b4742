// The group was never created.
// finds: group FP-USE-006
// says: a null handle as group
// says: The error class of this is MPI_ERR_GROUP.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_start(MPI_GROUP_NULL, 0, win);  // FINDS(group)
  MPI_Win_complete(win);
  MPI_Win_free(&win);
  return end_mpi();
}
