// One put may have both integers and floating point numbers.
// near: FP-TYPE-001
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 4);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  struct {
    int number;
    float value;
  } both = {1, 2};
  int lengths[2] = {1, 1};
  MPI_Aint places[2] = {0, sizeof(int)};
  MPI_Datatype types[2] = {MPI_INT, MPI_FLOAT}, type;
  MPI_Type_create_struct(2, lengths, places, types, &type);
  MPI_Type_commit(&type);
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Put(&both, 1, type, 1, 0, 1, type, win);
  MPI_Type_free(&type);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
