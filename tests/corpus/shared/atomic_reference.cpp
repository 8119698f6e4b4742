// std::atomic_ref and a std::atomic with waiting in memory of the window; the last word comes too early.
// flags: -std=c++20
// finds: race FP-RACE
#include <atomic>

#include "corpus.h"

int main() {
  MPI_Win win;
  int *memory, *first, unit;
  MPI_Aint size;
  start_mpi();
  MPI_Win_allocate_shared(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &first);
  std::atomic_ref<int> flag(first[8]);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  if (rank == 0) flag = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    first[0] = 7;
    flag.store(1, std::memory_order_release);
    while (flag.load(std::memory_order_acquire) != 2) continue;
    REQUIRE(first[1] == 8);
    flag.store(3, std::memory_order_release);
    first[2] = 9;  // FINDS(race:store)
  } else {
    while (flag.load(std::memory_order_acquire) != 1) continue;
    REQUIRE(first[0] == 7);
    first[1] = 8;
    int expected = 1;
    REQUIRE(flag.compare_exchange_strong(expected, 2, std::memory_order_acq_rel));
    while (flag != 3) continue;
    printf("%d\n", first[2]);  // FINDS(race:load)
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
