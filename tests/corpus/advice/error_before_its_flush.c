// The same with a target that reads: the put is not complete when the barrier is reached on the way of errors.
// finds: early FP-RACE-002
// says: fix Add MPI_Win_flush(1, win) before the return at error_before_its_flush.c:22, which leaves out MPI_Win_flush at error_before_its_flush.c:23. Tried
#include "corpus.h"

static MPI_Win win;
static int value = 3;

#ifdef MENDED
static int publish(int error) {
  MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  if (error) {
    MPI_Win_flush(1, win);
    return error;
  }
  MPI_Win_flush(1, win);
  return 0;
}
#else
static int publish(int error) {
  MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(early:put)
  if (error) return error;
  MPI_Win_flush(1, win);
  return 0;
}
#endif

int main(int argc, char** argv) {
  (void)argv;
  start_mpi();
  int* memory = make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  if (rank == 0) publish(argc);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) REQUIRE(memory[0] == 3);  // FINDS(early:load)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
