// C++: a ticket dispenser and its board as classes: tickets by fetch-and-add; the board is set with MPI_REPLACE and
// watched with MPI_NO_OP; what the holder of a turn puts, the next one gets.
// near: FP-RACE-001 FP-RACE-008 FP-RACE-006
// ranks: 3
#include "corpus.h"

class Turns {
 public:
  explicit Turns(MPI_Win win) : win_(win) {}
  int draw() const {
    const int one = 1;
    int ticket = -1;
    MPI_Fetch_and_op(&one, &ticket, MPI_INT, 0, 0, MPI_SUM, win_);
    MPI_Win_flush(0, win_);
    return ticket;
  }
  void await(int ticket) const {
    for (int shown = -1; shown != ticket;) {
      MPI_Fetch_and_op(nullptr, &shown, MPI_INT, 0, 1, MPI_NO_OP, win_);
      MPI_Win_flush(0, win_);
    }
  }
  void show(int ticket) const {
    MPI_Accumulate(&ticket, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_REPLACE, win_);
    MPI_Win_flush(0, win_);
  }

 private:
  MPI_Win win_;
};

int main() {
  MPI_Win win;
  start_mpi();
  make_window(&win, 4);
  MPI_Win_lock_all(0, win);
  const Turns turns(win);
  for (int round = 0; round < 20; round++) {
    const int ticket = turns.draw();
    turns.await(ticket);
    int value = -1;
    MPI_Get(&value, 1, MPI_INT, 0, 2, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    REQUIRE(value == ticket);
    value += 1;
    MPI_Put(&value, 1, MPI_INT, 0, 2, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    turns.show(ticket + 1);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
