// The epoch is closed, but only after the window is freed.
// finds: open FP-EPOCH-013
// finds: freed FP-WINDOW-008
// says: fix Move MPI_Win_unlock_all at closed_behind_the_free.c:24 before MPI_Win_free at closed_behind_the_free.c:23.
#include "corpus.h"

struct field {
  MPI_Win win;
};

static void open_field(struct field* field) {
  make_window(&field->win, 1);
  MPI_Win_lock_all(0, field->win);  // FINDS(open)
}

int main(void) {
  struct field field;
  start_mpi();
  open_field(&field);
  MPI_Put(&rank, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, field.win);
  MPI_Win_flush_all(field.win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&field.win);  // FINDS(open)
  MPI_Win_unlock_all(field.win);  // FINDS(freed)
  return end_mpi();
}
