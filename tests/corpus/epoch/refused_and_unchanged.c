// In a program that asks for error codes, a call that is refused leaves the window as it was.
// finds: twice FP-EPOCH-006
// finds: start FP-EPOCH-003
// finds: lock FP-EPOCH-003
// finds: all FP-EPOCH-003
// finds: between FP-EPOCH-003
// finds: fence FP-EPOCH-003
// finds: free FP-EPOCH-013
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world, other;
  start_mpi();
  int *memory = make_window(&win, 4), peer = 1 - rank, code = MPI_SUCCESS;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &peer, &other);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  // A second post: one MPI_Win_complete is enough.
  if (rank == 0) {
    MPI_Win_post(other, 0, win);
    code = MPI_Win_post(other, 0, win);  // FINDS(twice)
    REQUIRE(code != MPI_SUCCESS);
    MPI_Win_wait(win);
  } else {
    MPI_Win_start(other, 0, win);
    MPI_Win_complete(win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    code = MPI_Win_start(other, 0, win);  // FINDS(start)
    REQUIRE(code != MPI_SUCCESS);
    MPI_Win_unlock(0, win);
    MPI_Win_start(other, 0, win);
    code = MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);  // FINDS(lock)
    REQUIRE(code != MPI_SUCCESS);
    code = MPI_Win_lock_all(0, win);  // FINDS(all)
    REQUIRE(code != MPI_SUCCESS);
    MPI_Put(&rank, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);  // LINT(FP-EPOCH-005)
  } else {
    MPI_Win_post(other, 0, win);
    MPI_Win_wait(win);
  }
  MPI_Win_fence(0, win);
  MPI_Put(&rank, 1, MPI_INT, peer, 1, 1, MPI_INT, win);
  code = MPI_Win_lock(MPI_LOCK_EXCLUSIVE, peer, 0, win);  // FINDS(between)
  REQUIRE(code != MPI_SUCCESS);
  MPI_Win_fence(0, win);
  REQUIRE(memory[1] == peer);
  // Only one process calls this fence too early, and once more where it is right.
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    code = MPI_Win_fence(0, win);  // FINDS(fence)
    REQUIRE(code != MPI_SUCCESS);
    MPI_Win_unlock(1, win);
  }
  MPI_Win_fence(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);  // FINDS(free)
    code = MPI_Win_free(&win);                 // FINDS(free)
    REQUIRE(code != MPI_SUCCESS);
    MPI_Win_unlock(0, win);  // LINT(FP-WINDOW-008)
  }
  MPI_Group_free(&world);
  MPI_Group_free(&other);
  MPI_Win_free(&win);
  return end_mpi();
}
