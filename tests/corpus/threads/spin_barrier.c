// A barrier of atomics alone, which only code that sees them knows to order anything.
#include <sched.h>
#include <stdatomic.h>

static atomic_int arrived, phase;

void spin_barrier(int threads) {
  const int now = atomic_load_explicit(&phase, memory_order_acquire);
  if (atomic_fetch_add_explicit(&arrived, 1, memory_order_acq_rel) == threads - 1) {
    atomic_store_explicit(&arrived, 0, memory_order_relaxed);
    atomic_store_explicit(&phase, now + 1, memory_order_release);
    return;
  }
  while (atomic_load_explicit(&phase, memory_order_acquire) == now) sched_yield();
}
