// The window is freed within MPI_Finalize, by the callback of an attribute of MPI_COMM_SELF: the way of libraries that are
// never told that the program ends.
// near: FP-WINDOW-009 FP-EPOCH-014
#include "corpus.h"

static MPI_Win win;

static int at_the_end(MPI_Comm communicator, int key, void* value, void* extra) {
  (void)communicator, (void)key, (void)value, (void)extra;
  MPI_Win_unlock_all(win);
  return MPI_Win_free(&win);
}

int main(void) {
  int key;
  start_mpi();
  int* memory = make_window(&win, 1);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, at_the_end, &key, NULL);
  MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
  MPI_Comm_free_keyval(&key);
  MPI_Win_lock_all(0, win);
  MPI_Put(&ranks, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_flush_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  REQUIRE(memory[0] == ranks);
  return end_mpi();
}
