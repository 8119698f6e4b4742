// The patch changes only the name of the call: it does not need to understand the arguments.
// finds: race FP-RACE-002
// says: Call MPI_Win_flush instead of MPI_Win_flush_local at flushed_with_a_call.cpp:22
#include "corpus.h"

struct Window {
  MPI_Win win;
  int* memory;
  int other() const { return 1 - rank; }
  MPI_Win raw() const { return win; }
};

int main() {
  Window window;
  start_mpi();
  window.memory = make_window(&window.win, 4);
  MPI_Win_lock_all(0, window.raw());
  MPI_Put(&ranks, 1, MPI_INT, window.other(), 0, 1, MPI_INT, window.raw());  // FINDS(race:put)
#ifdef MENDED
  MPI_Win_flush(window.other(), window.raw());
#else
  MPI_Win_flush_local(window.other(), window.raw());
#endif
  MPI_Barrier(MPI_COMM_WORLD);
  printf("%d\n", window.memory[0]);  // FINDS(race:load)
  MPI_Win_unlock_all(window.raw());
  MPI_Win_free(&window.win);
  return end_mpi();
}
