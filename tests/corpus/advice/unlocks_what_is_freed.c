// The window is locked in one function and freed in another, which has another name for it: the unlock uses that name.
// finds: open FP-EPOCH-013
// says: fix Add MPI_Win_unlock_all(table->win) before MPI_Win_free at unlocks_what_is_freed.c:24; or
#include "corpus.h"

struct table {
  MPI_Win win;
  int* memory;
};

static MPI_Win locked_window(int** memory) {
  MPI_Win mine;
  *memory = make_window(&mine, 1);
  MPI_Win_lock_all(0, mine);  // FINDS(open)
  MPI_Put(&rank, 1, MPI_INT, rank, 0, 1, MPI_INT, mine);
  MPI_Win_flush(rank, mine);
  return mine;
}

static void end_table(struct table* table) {
#ifdef MENDED
  MPI_Win_unlock_all(table->win);
#endif
  MPI_Win_free(&table->win);  // FINDS(open)
}

int main(void) {
  struct table table;
  start_mpi();
  table.win = locked_window(&table.memory);
  end_table(&table);
  return end_mpi();
}
