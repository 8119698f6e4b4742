// Atomic operations are accesses of separate kinds, and they are executed.
#include <atomic>
#include <cstdint>
#include <cstdlib>

#include "probe.h"

struct Window {
  std::atomic<std::uint8_t> one;
  std::atomic<std::uint16_t> two;
  std::atomic<std::uint32_t> four;
  std::atomic<std::uint64_t> eight;
};
alignas(4096) static Window window;

static void check(bool holds) {
  if (!holds) std::abort();
}

NOINLINE static void operations() {
  window.one.store(7, std::memory_order_release);                     // expect: atomic store 0 1 1
  window.two = 5;                                                     // expect: atomic store 2 4 2
  check(window.one.load(std::memory_order_acquire) == 7);             // expect: atomic load 0 1 1
  check(window.four.fetch_add(3) == 0);                               // expect: atomic update 4 8 4
  check(window.four.exchange(100) == 3);                              // expect: atomic update 4 8 4
  check(window.four.fetch_sub(50) == 100);                            // expect: atomic update 4 8 4
  check(window.eight.fetch_or(6) == 0);                               // expect: atomic update 8 16 8
  check(window.eight.fetch_and(2) == 6);                              // expect: atomic update 8 16 8
  check(window.eight.fetch_xor(1) == 2);                              // expect: atomic update 8 16 8
  std::uint64_t expected = 3;
  check(window.eight.compare_exchange_strong(expected, 10));          // expect: atomic update 8 16 8
  expected = 4;
  check(!window.eight.compare_exchange_strong(expected, 11));         // expect: atomic load 8 16 8
  check(expected == 10);
  while (!window.eight.compare_exchange_weak(expected, 12)) continue; // expect: atomic update 8 16 8
  std::atomic_thread_fence(std::memory_order_seq_cst);
  check(window.four == 50);                                           // expect: atomic load 4 8 4
}

int main() {
  track(&window, sizeof window);
  operations();
  return 0;
}
