// A ring of records in shared memory, announced by an atomic that is loaded with memory_order_relaxed. The consumer
// reads each place again and again, but does not wait there: the mistake is at the atomic, and it is one.
// finds: length FP-RACE-009
// finds: sum FP-RACE-009
// says: 1 finding
// says: the load needs memory_order_acquire
#include <sched.h>
#include <stdatomic.h>

#include "corpus.h"

enum { PLACES = 4, RECORDS = 40 };

struct record {
  int length, sum;
};
struct ring {
  _Atomic unsigned written;
  char line[60];
  _Atomic unsigned taken;
  char other_line[60];
  struct record records[PLACES];
};

static int take(struct ring* ring, unsigned number, struct record* record) {
  if (atomic_load_explicit(&ring->written, memory_order_relaxed) == number) return 0;
  record->length = ring->records[number % PLACES].length;  // FINDS(length:load)
  record->sum = ring->records[number % PLACES].sum;        // FINDS(sum:load)
  return 1;
}

int main(void) {
  MPI_Win win;
  MPI_Aint size;
  int unit;
  struct ring* ring;
  start_mpi();
  MPI_Win_allocate_shared(rank == 0 ? sizeof *ring : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &ring, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &ring);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    atomic_init(&ring->written, 0);
    atomic_init(&ring->taken, 0);
  }
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  if (rank == 0) {
    for (int i = 0; i < RECORDS; i++) {
      while (i - atomic_load_explicit(&ring->taken, memory_order_acquire) == PLACES) sched_yield();
      ring->records[i % PLACES].length = i;   // FINDS(length:store)
      ring->records[i % PLACES].sum = 2 * i;  // FINDS(sum:store)
      atomic_store_explicit(&ring->written, i + 1, memory_order_release);
    }
  } else if (rank == 1) {
    struct record record;
    for (unsigned got = 0; got < RECORDS;) {
      if (!take(ring, got, &record)) {
        sched_yield();
        continue;
      }
      if (record.sum != 2 * record.length) printf("%d\n", record.sum);
      got++;
      atomic_store_explicit(&ring->taken, got, memory_order_release);
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
