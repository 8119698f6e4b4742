// A program that requests MPI_ERRORS_RETURN gets MPI_ERR_RMA_SYNC for an operation outside of an epoch, and continues.
// finds: outside FP-EPOCH-001
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  int class_of_error = MPI_SUCCESS;
  int code = MPI_Put(&ranks, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);  // FINDS(outside:put)
  MPI_Error_class(code, &class_of_error);
  REQUIRE(class_of_error == MPI_ERR_RMA_SYNC);
  MPI_Barrier(MPI_COMM_WORLD);
  REQUIRE(memory[0] == 0);
  MPI_Win_free(&win);
  return end_mpi();
}
