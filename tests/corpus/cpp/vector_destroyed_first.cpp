// C++: the vector is declared after the epoch and so destroyed before it is closed.
// finds: freed FP-WINDOW-011
#include <memory>

#include "corpus.h"

namespace {
class Epoch {
 public:
  explicit Epoch(MPI_Win win) : win_(win) { MPI_Win_lock_all(0, win_); }
  ~Epoch() { MPI_Win_unlock_all(win_); }
  Epoch(const Epoch&) = delete;
  Epoch& operator=(const Epoch&) = delete;

 private:
  MPI_Win win_;
};

void release(int* values) {
  delete[] values;  // FINDS(freed)
}
}  // namespace

int main() {
  start_mpi();
  MPI_Win win;
  make_window(&win, 16);
  {
    Epoch epoch(win);
    std::unique_ptr<int[], void (*)(int*)> values(new int[16]{}, release);
    MPI_Put(values.get(), 16, MPI_INT, 1 - rank, 0, 16, MPI_INT, win);  // FINDS(freed:put)
  }
  MPI_Win_free(&win);
  return end_mpi();
}
