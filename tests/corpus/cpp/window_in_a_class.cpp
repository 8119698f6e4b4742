// C++: a class whose member functions use the window's memory; a copy of the object outlives the one that frees it.
// finds: gone FP-WINDOW-014
#include <span>

#include "corpus.h"

class Field {
 public:
  explicit Field(int count) : count_(count) {
    MPI_Win_allocate(count * static_cast<MPI_Aint>(sizeof(int)), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory_,
                     &win_);
    for (int& value : values()) value = 1;
  }
  void free() { MPI_Win_free(&win_); }  // FINDS(gone)
  int total() const {
    int sum = 0;
    for (const int value : values()) sum += value;  // FINDS(gone:load)
    return sum;
  }

 private:
  std::span<int> values() const { return {memory_, static_cast<std::size_t>(count_)}; }
  int count_;
  int* memory_ = nullptr;
  MPI_Win win_ = MPI_WIN_NULL;
};

int main() {
  start_mpi();
  Field field(16);
  const Field copy = field;
  REQUIRE(copy.total() == 16);
  field.free();
  REQUIRE(copy.total() == 16);
  return end_mpi();
}
