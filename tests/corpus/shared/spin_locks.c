// Spinlocks of the program's own, by compare-and-swap and by test-and-set, around data in shared memory; and somebody
// who does not take the lock.
// finds: race FP-RACE
// ranks: 3
#include <sched.h>
#include <stdatomic.h>

#include "corpus.h"

enum { ROUNDS = 100 };

struct shared {
  atomic_int lock;
  atomic_flag flag;
  int counter, other_counter, unguarded;
};

int main(void) {
  MPI_Win win;
  void* memory;
  struct shared* shared;
  int unit;
  MPI_Aint size;
  start_mpi();
  MPI_Win_allocate_shared(rank == 0 ? sizeof *shared : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &shared);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  if (rank == 0) {
    atomic_store(&shared->lock, 0);
    atomic_flag_clear(&shared->flag);
    shared->counter = shared->other_counter = shared->unguarded = 0;
  }
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < ROUNDS; i++) {
    int expected = 0;
    while (!atomic_compare_exchange_weak(&shared->lock, &expected, 1)) {
      expected = 0;
      sched_yield();
    }
    shared->counter++;
    atomic_store_explicit(&shared->lock, 0, memory_order_release);
    while (atomic_flag_test_and_set(&shared->flag)) sched_yield();
    shared->other_counter++;
    atomic_flag_clear(&shared->flag);
  }
  if (rank == 1) shared->unguarded = 1;              // FINDS(race:store)
  if (rank == 2) printf("%d\n", shared->unguarded);  // FINDS(race:load)
  MPI_Barrier(MPI_COMM_WORLD);
  REQUIRE(shared->counter == ROUNDS * ranks && shared->other_counter == ROUNDS * ranks);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
