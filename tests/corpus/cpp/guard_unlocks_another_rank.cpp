// A guard locks one rank and unlocks another one: that the next guard finds the lock taken follows from this.
// finds: unlock FP-EPOCH-009
// finds: again FP-EPOCH-008
// finds: left FP-EPOCH-013
// says: fix Call MPI_Win_unlock with the target and window of MPI_Win_lock instead of MPI_Win_unlock at guard_unlocks_another_rank.cpp:14.
#include "corpus.h"

class Guard {
  MPI_Win win_;
  int target_;

 public:
  Guard(MPI_Win win, int target) : win_(win), target_(target) { MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win); }  // FINDS(again, left)
  ~Guard() { MPI_Win_unlock(1 - target_, win_); }  // FINDS(unlock)
};

int main() {
  MPI_Win win;
  start_mpi();
  make_window(&win, 2);
  int value = 7;
  for (int i = 0; i < 2; i++) {
    Guard guard(win, 1 - rank);
    MPI_Put(&value, 1, MPI_INT, 1 - rank, i, 1, MPI_INT, win);
    MPI_Win_flush(1 - rank, win);
  }
  MPI_Win_free(&win);  // FINDS(left)
  return end_mpi();
}
