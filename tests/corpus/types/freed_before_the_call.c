// A copy of a datatype's handle is used after the datatype was freed. The library gives the handle to one of the next
// datatypes, which may be used.
// finds: freed FP-TYPE-009
#include "corpus.h"

static MPI_Datatype column;

static void setup(MPI_Datatype* made) {
  MPI_Type_vector(2, 1, 2, MPI_INT, made);
  MPI_Type_commit(made);
  column = *made;
}

static int error_class(int code) {
  int class;
  MPI_Error_class(code, &class);
  return class;
}

int main(void) {
  MPI_Win win;
  MPI_Datatype made;
  start_mpi();
  make_window(&win, 4);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  int values[4] = {1, 2, 3, 4};
  setup(&made);
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Put(values, 1, made, 1, 0, 1, made, win);
  MPI_Win_flush_all(win);
  MPI_Type_free(&made);  // FINDS(freed:call)
  if (rank == 0) {
    for (int i = 0; i < 2; i++) {
      const int code = MPI_Get(values, 1, column, 1, 0, 1, column, win);  // FINDS(freed:get)
      REQUIRE(error_class(code) == MPI_ERR_TYPE);
    }
  }
  // Here are many others.
  for (int i = 0; i < 100; i++) {
    MPI_Datatype other, row;
    MPI_Type_contiguous(2, MPI_INT, &row);
    MPI_Type_vector(1, 1, 2, row, &other);
    MPI_Type_commit(&other);
    if (rank == 0) MPI_Put(values, 1, other, 1, 0, 1, other, win);
    MPI_Win_flush_all(win);
    MPI_Type_free(&row);
    MPI_Type_free(&other);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
