// Nothing here may call the recorder, the MPI library, or anything that the program may hold a lock of.
#include "rma/errand_service.h"

#include <algorithm>
#include <optional>
#include <sched.h>

#include "memory/memory_check.h"
#include "rma/helper_thread.h"
#include "rma/layout.h"
#include "rma/process_block.h"

namespace fencepost::rma {
namespace {

// After an errand the next one often comes soon, and being woken takes many times as long as the errand.
constexpr std::uint64_t kLinger = 20'000;      // ns
constexpr long kLongestSleep = 1'000'000'000;  // µs; there is no need to wake up
constexpr std::uint64_t kNothingLiesBelow = 4096;

using memory::MemoryCheck;

struct Service {
  MemoryCheck check;
  HelperThread thread;
};
Service* service = nullptr;

bool may_do(const Errand& errand) {
  std::uint64_t first = UINT64_MAX, end = 0;
  for (std::uint32_t i = 0; i < errand.rows; ++i) {
    const Errand::Row& row = errand.row[i];
    const std::uint64_t last = row.address + static_cast<std::uint64_t>(row.stride * (row.count - 1));
    first = std::min({first, row.address, last});
    end = std::max(end, std::max(row.address, last) + static_cast<std::uint64_t>(row.size));
  }
  return first >= kNothingLiesBelow && first < end &&
         service->check.may_use(
             first, end,
             errand.direction == Errand::Direction::kWrite ? MemoryCheck::Use::kWrite : MemoryCheck::Use::kRead);
}

void move(Errand& errand) {
  std::byte* packed = errand.data;
  for (std::uint32_t i = 0; i < errand.rows; ++i) {
    const Errand::Row& row = errand.row[i];
    auto* const memory = reinterpret_cast<std::byte*>(row.address);
    if (errand.direction == Errand::Direction::kWrite) {
      copy_strided(memory, row.stride, packed, row.size, row.size, row.count);
    } else {
      copy_strided(packed, row.size, memory, row.stride, row.size, row.count);
    }
    packed += row.size * row.count;
  }
}

// Returns how many were done; `origin` gets the processor on which the last origin waits.
int do_posted(int& origin) {
  Errands& errands = own_block().errands;
  int done = 0;
  for (Errand& errand : errands.errand) {
    std::uint32_t expected = Errand::kPosted;
    if (errand.state.load(std::memory_order_relaxed) != expected ||
        !errand.state.compare_exchange_strong(expected, Errand::kTaken, std::memory_order_acquire)) {
      continue;
    }
    errands.posted.fetch_sub(1, std::memory_order_relaxed);
    origin = errand.processor;
    const bool good = may_do(errand);
    if (good) move(errand);
    errand.state.store(good ? Errand::kDone : Errand::kRefused, std::memory_order_release);
    errand.bell.ring();
    ++done;
  }
  return done;
}

void do_errands() {
  int origin = -1;
  do_posted(origin);
}

// Not if that keeps the origin from continuing.
void linger(int origin) {
  const Errands& errands = own_block().errands;
  for (std::uint64_t until = now_nanoseconds() + kLinger; now_nanoseconds() < until;) {
    if (origin == sched_getcpu()) return;
    for (int looks = 0; looks < 16 && errands.posted.load(std::memory_order_relaxed) == 0; ++looks) {
      __builtin_ia32_pause();
    }
    if (do_posted(origin) != 0) until = now_nanoseconds() + kLinger;
  }
}

void* run_thread(void*) {
  Errands& errands = own_block().errands;
  while (errands.end.load(std::memory_order_acquire) == 0) {
    const std::uint32_t heard = errands.wakes.load(std::memory_order_seq_cst);
    errands.asleep.store(1, std::memory_order_seq_cst);
    if (errands.posted.load(std::memory_order_seq_cst) == 0 && errands.end.load(std::memory_order_seq_cst) == 0) {
      futex_wait(errands.wakes, heard, kLongestSleep);
    }
    errands.asleep.store(0, std::memory_order_seq_cst);
    int origin = -1;
    if (do_posted(origin) != 0 && everybody_has_a_processor()) linger(origin);
  }
  return nullptr;
}

}  // namespace

void start_errand_service() {
  if (service != nullptr) return;
  service = new Service;
  Errands& errands = own_block().errands;
  const MemoryCheck::Cost cost = service->check.cost();
  if (cost == MemoryCheck::Cost::kImpossible || !service->thread.start(run_thread, nullptr)) return;
  set_attention(errands.posted, do_errands);
  errands.able.store(cost == MemoryCheck::Cost::kByMapping ? Errands::kAll : Errands::kDense,
                     std::memory_order_release);
}

void stop_errand_service() {
  if (service == nullptr) return;
  Errands& errands = own_block().errands;
  errands.able.store(Errands::kNothing, std::memory_order_release);
  errands.end.store(1, std::memory_order_seq_cst);
  errands.wake();
  service->thread.join();
}

}  // namespace fencepost::rma
