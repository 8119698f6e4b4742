// The same with the flag set before the flush.
// flags: -pthread
// finds: race FP-RACE-004
#include <atomic>
#include <thread>

#include "corpus.h"

int main() {
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  make_window(&win, 1);
  static int value = 7;
  std::atomic<bool> sent{false};
  std::thread reuser([&] {
    while (!sent.load(std::memory_order_acquire)) std::this_thread::yield();
    value = 8;  // FINDS(race:store)
  });
  MPI_Win_lock_all(0, win);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);  // FINDS(race:put)
  sent.store(true, std::memory_order_release);
  MPI_Win_flush(1 - rank, win);
  reuser.join();
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
