// The threads of each rank meet in a std::barrier, and one of them makes the fences for all: they are ordered. Not so
// two ranks whose threads put to the same location of a third one between two fences: what orders threads of a rank
// says nothing of them, seen or not.
// ranks: 3
// flags: -std=c++20 -pthread
// finds: race FP-RACE-001
// plain: found
#include "corpus.h"

#include <barrier>
#include <thread>
#include <vector>

int main() {
  constexpr int kThreads = 2, kRounds = 3;
  MPI_Win win;
  int provided;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  make_window(&win, 3 * kThreads);
  MPI_Win_fence(0, win);
  std::barrier phase(kThreads, [&]() noexcept { MPI_Win_fence(0, win); });
  std::vector<std::jthread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (int round = 0; round < kRounds; ++round) {
        const int value = round;
        const int cell = t == 0 ? 0 : rank * kThreads + t;
        if (rank != 0 && (t == 1 || round == 1)) {
          MPI_Put(&value, 1, MPI_INT, 0, cell, 1, MPI_INT, win);  // FINDS(race:put)
        }
        phase.arrive_and_wait();
      }
    });
  }
  threads.clear();
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_free(&win);
  return end_mpi();
}
