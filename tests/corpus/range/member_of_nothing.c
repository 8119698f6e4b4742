// The pointer to a structure is null, and a member of what it points to is put.
// finds: member FP-RANGE-005
// says: from a null pointer
#include "corpus.h"

struct cell {
  long name;
  int value;
};

int main(void) {
  MPI_Win win;
  struct cell* found = NULL;
  start_mpi();
  make_window(&win, 1);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(&found->value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(member)
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
