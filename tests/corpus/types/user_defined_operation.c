// An accumulate with an operation that the user defined.
// finds: op FP-TYPE-004
#include "corpus.h"

static void add(void* in, void* inout, int* count, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < *count; i++) ((int*)inout)[i] += ((int*)in)[i];
}

int main(void) {
  MPI_Win win;
  MPI_Op op;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Op_create(add, 1, &op);
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Accumulate(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, op, win);  // FINDS(op)
  MPI_Win_unlock_all(win);
  MPI_Op_free(&op);
  MPI_Win_free(&win);
  return end_mpi();
}
