// C++: origin buffers that live in the library's own types (a string, an optional, a node of a map, a tuple, a list), and
// a window in a vector that its algorithms go through: each is touched by the type's own means while the operation is
// pending.
// finds: string FP-RACE-004
// finds: optional FP-RACE-005
// finds: map FP-RACE-004
// finds: tuple FP-RACE-005
// finds: list FP-RACE-005
// finds: sorted FP-RACE-002
// finds: bound FP-RACE-002
// flags: -O2
#include <algorithm>
#include <functional>
#include <list>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "corpus.h"

namespace {

class LockAll {
 public:
  explicit LockAll(MPI_Win win) : win_(win) { MPI_Win_lock_all(0, win_); }
  LockAll(const LockAll&) = delete;
  LockAll& operator=(const LockAll&) = delete;
  ~LockAll() { MPI_Win_unlock_all(win_); }

 private:
  MPI_Win win_;
};

void origins(MPI_Win win) {
  std::string text = "a string that is long enough for the heap";
  std::optional<int> perhaps = 4;
  std::map<int, double> by_number{{1, 2.0}};
  std::tuple<int, double> both{3, 4};
  std::list<int> chain{1, 2, 3};
  const LockAll epoch(win);
  if (rank != 0) return;
  MPI_Put(text.data(), 16, MPI_CHAR, 1, 0, 16, MPI_CHAR, win);                // FINDS(string:put)
  text.front() = (char)ranks;                                                  // FINDS(string:store)
  MPI_Get(&*perhaps, 1, MPI_INT, 1, 4, 1, MPI_INT, win);                      // FINDS(optional:get)
  REQUIRE(perhaps.value_or(2) != 1);                                          // FINDS(optional:load)
  MPI_Put(&by_number[1], 1, MPI_DOUBLE, 1, 6, 1, MPI_DOUBLE, win);            // FINDS(map:put)
  by_number[1] = 4;                                                           // FINDS(map:store)
  MPI_Get(&std::get<0>(both), 1, MPI_INT, 1, 8, 1, MPI_INT, win);             // FINDS(tuple:get)
  const auto [whole, real] = both;                                            // FINDS(tuple:load)
  REQUIRE(whole + real > 0);
  MPI_Get(&chain.front(), 1, MPI_INT, 1, 9, 1, MPI_INT, win);                 // FINDS(list:get)
  REQUIRE(std::accumulate(chain.begin(), chain.end(), 0) > 0);                // FINDS(list:load)
}

void targets() {
  std::vector<int> numbers(16, 3);
  MPI_Win win;
  MPI_Win_create(numbers.data(), 64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  int value = 1;
  const auto put = [&](int where) {
    MPI_Put(&value, 1, MPI_INT, 1, where, 1, MPI_INT, win);                   // FINDS(sorted:put)
  };
  const std::function<void(int)> add = [&](int where) {
    numbers[where] += 2;                                                      // FINDS(bound:store)
  };
  if (rank == 0) {
    put(3);
    MPI_Put(&value, 1, MPI_INT, 1, 12, 1, MPI_INT, win);                      // FINDS(bound:put)
  } else {
    std::sort(numbers.begin(), numbers.begin() + 8, std::greater<>());        // FINDS(sorted)
    add(12);
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

}  // namespace

int main() {
  start_mpi();
  MPI_Win win;
  make_window(&win, 16);
  origins(win);
  MPI_Win_free(&win);
  targets();
  return end_mpi();
}
