// The target is the result of a call; the advice must not make the program call it a second time.
// finds: race FP-RACE-004
// says: fix Add MPI_Win_flush_local with the target and window of MPI_Put after MPI_Put at computed_target.cpp:14, before the store at computed_target.cpp:28; or the two have to use different buffers.
#include "corpus.h"

class Words {
 public:
  Words() { memory_ = make_window(&win_, 1), MPI_Win_lock_all(0, win_); }
  ~Words() {
    MPI_Win_unlock_all(win_);
    MPI_Win_free(&win_);
  }
  int next() { return (rank + ++calls_) % ranks; }
  void put(const int& word) { MPI_Put(&word, 1, MPI_INT, next(), 0, 1, MPI_INT, win_); }  // FINDS(race:put)

 private:
  MPI_Win win_;
  int* memory_;
  int calls_ = 0;
};

int main() {
  start_mpi();
  {
    Words words;
    int word = 1;
    words.put(word);
    word = 2;  // FINDS(race:store)
    if (word == rank) printf("2\n");
  }
  return end_mpi();
}
