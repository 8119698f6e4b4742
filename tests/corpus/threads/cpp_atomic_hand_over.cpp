// C++: a thread waits for an atomic flag (release, acquire) that the main thread sets after the flush.
// flags: -pthread
#include <atomic>
#include <thread>

#include "corpus.h"

int main() {
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  int* memory = make_window(&win, 1);
  static int value = 7;
  std::atomic<bool> sent{false};
  std::thread reuser([&] {
    while (!sent.load(std::memory_order_acquire)) std::this_thread::yield();
    value = 8;
  });
  MPI_Win_lock_all(0, win);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_flush(1 - rank, win);
  sent.store(true, std::memory_order_release);
  reuser.join();
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  REQUIRE(memory[0] == 7 && value == 8);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
