// A coroutine walks through the window, resumed by its caller; puts go to both neighbours of its elements.
// flags: -std=c++20
#include "corpus.h"

#include <coroutine>
#include <exception>

namespace {
struct Walk {
  struct promise_type {
    int value = 0;
    Walk get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int seen) {
      value = seen;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> handle;
  ~Walk() { handle.destroy(); }
  bool next() {
    handle.resume();
    return !handle.done();
  }
};

Walk walk(int* from, int count) {
  for (int i = 0; i < count; i++) {
    co_yield from[i];
    from[i] += i;
  }
}
}  // namespace

int main() {
  MPI_Win win;
  int seven = 7, sum = 0;
  start_mpi();
  int* memory = make_window(&win, 12);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&seven, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Put(&seven, 1, MPI_INT, 1, 11, 1, MPI_INT, win);
  } else {
    Walk through = walk(memory + 1, 10);
    while (through.next()) sum += through.handle.promise().value;
  }
  MPI_Win_unlock_all(win);
  REQUIRE(sum == 0);
  MPI_Win_free(&win);
  return end_mpi();
}
