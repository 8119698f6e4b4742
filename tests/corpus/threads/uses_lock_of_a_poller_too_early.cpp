// A thread polls under a lock that it takes anew each time. In one round it has another thread of its process put under
// that lock, and waits for it by a flag of the language. The target reads without a lock, before it is told.
// flags: -pthread
// finds: race FP-RACE-002
#include <atomic>
#include <thread>

#include "corpus.h"

enum { FLAG, CELL };

int main() {
  constexpr int kRounds = 5000, kValue = 7;
  int provided;
  MPI_Win win;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  REQUIRE(provided == MPI_THREAD_MULTIPLE);
  const int* const memory = make_window(&win, 2);
  if (rank == 1) {
    std::atomic<int> turn{0};
    std::thread other([&] {
      while (turn.load() != 1) std::this_thread::yield();
      MPI_Put(&kValue, 1, MPI_INT, 0, CELL, 1, MPI_INT, win);  // FINDS(race:put)
      MPI_Win_flush(0, win);
      turn.store(2);
    });
    int flag = 0;
    for (int round = 0; flag == 0; ++round) {
      MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
      MPI_Get(&flag, 1, MPI_INT, 0, FLAG, 1, MPI_INT, win);
      if (round == kRounds) {
        turn.store(1);
        while (turn.load() != 2) std::this_thread::yield();
      }
      MPI_Win_unlock(0, win);
      if (round == kRounds) MPI_Send(nullptr, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    other.join();
  } else {
    const int read = memory[CELL];  // FINDS(race:load)
    MPI_Recv(nullptr, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    REQUIRE(read == 0 || read == kValue);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    const int one = 1;
    MPI_Put(&one, 1, MPI_INT, 0, FLAG, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
