// One thread puts, another one completes what it put, and a third one uses it: each is told by the one before through a
// flag, a latch or a semaphore of the language that its turn has come.
// flags: -std=c++20 -pthread
#include "corpus.h"

#include <atomic>
#include <cstring>
#include <latch>
#include <semaphore>
#include <thread>

int main() {
  constexpr int kRounds = 4, kCells = 64;
  MPI_Win win;
  int provided;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int* const cells = make_window(&win, kCells);
  MPI_Win_lock_all(0, win);
  std::atomic<int> put{0};
  std::binary_semaphore complete{0}, read{1};
  std::latch begun(3);
  int values[kCells], copy[kCells];
  std::jthread putting([&] {
    begun.arrive_and_wait();
    for (int round = 1; round <= kRounds; ++round) {
      read.acquire();
      for (int& value : values) value = round;
      if (rank == 0) MPI_Put(values, kCells, MPI_INT, 1, 0, kCells, MPI_INT, win);
      put.store(round, std::memory_order_release);
    }
  });
  std::jthread completing([&] {
    begun.arrive_and_wait();
    for (int round = 1; round <= kRounds; ++round) {
      while (put.load(std::memory_order_acquire) < round) std::this_thread::yield();
      if (rank == 0) {
        MPI_Win_flush(1, win);
        MPI_Send(nullptr, 0, MPI_INT, 1, round, MPI_COMM_WORLD);
      } else {
        MPI_Recv(nullptr, 0, MPI_INT, 0, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_sync(win);
      }
      complete.release();
    }
  });
  begun.count_down();
  for (int round = 1; round <= kRounds; ++round) {
    complete.acquire();
    if (rank == 1) {
      memcpy(copy, cells, sizeof copy);
      for (const int value : copy) REQUIRE(value == round);
    }
    if (rank == 1) {
      MPI_Send(nullptr, 0, MPI_INT, 0, round, MPI_COMM_WORLD);
    } else {
      MPI_Recv(nullptr, 0, MPI_INT, 1, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    read.release();
  }
  putting.join();
  completing.join();
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
