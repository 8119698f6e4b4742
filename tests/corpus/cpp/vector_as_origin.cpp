// C++: vectors as origin buffers, a class that closes its epoch in the destructor.
#include <numeric>
#include <vector>

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
}  // namespace

int main() {
  start_mpi();
  MPI_Win win;
  int* memory = make_window(&win, 16);
  {
    std::vector<int> values(16);
    std::iota(values.begin(), values.end(), rank);
    Epoch epoch(win);
    MPI_Put(values.data(), 16, MPI_INT, 1 - rank, 0, 16, MPI_INT, win);
  }  // the epoch is closed before the vector is destroyed
  MPI_Barrier(MPI_COMM_WORLD);
  {
    Epoch epoch(win);
    for (int i = 0; i < 16; i++) REQUIRE(memory[i] == 1 - rank + i);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
