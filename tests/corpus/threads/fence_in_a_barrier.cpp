// Threads meet in a std::barrier, and whoever comes last makes the fence for all. In the last round one thread
// overwrites what it puts before it comes to the barrier.
// flags: -std=c++20 -pthread
// finds: early FP-RACE-004
#include "corpus.h"

#include <barrier>
#include <thread>
#include <vector>

int main() {
  constexpr int kThreads = 3, kRounds = 4;
  MPI_Win win;
  int provided;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int* const cells = make_window(&win, kThreads);
  MPI_Win_fence(0, win);
  std::barrier phase(kThreads, [&]() noexcept { MPI_Win_fence(0, win); });
  std::vector<std::jthread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (int round = 0; round < kRounds; ++round) {
        int value = cells[t] + 1;
        phase.arrive_and_wait();
        MPI_Put(&value, 1, MPI_INT, 1 - rank, t, 1, MPI_INT, win);  // FINDS(early:put)
        if (t == 1 && round == kRounds - 1) value = kRounds;        // FINDS(early:store)
        phase.arrive_and_wait();
        REQUIRE(cells[t] == round + 1);
      }
    });
  }
  threads.clear();
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_free(&win);
  return end_mpi();
}
