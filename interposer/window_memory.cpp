#include "interposer/window_memory.h"

#include <atomic>
#include <cstdint>

#include "memory/outside_words.h"
#include "recorder/recorder.h"
#include "tracking/tracked.h"

namespace fencepost::interposer {

void announce_memory(const void* base, std::size_t size) {
  static std::atomic<bool> said{false};
  if (!said.load(std::memory_order_relaxed) && memory::is_shared_outside(reinterpret_cast<std::uintptr_t>(base)) &&
      !said.exchange(true))
    record::blind_spot(
        "The program made a window over memory that it maps as shared itself (mmap, shm_open, shmat). Fencepost did "
        "not "
        "compare accesses through different mappings of it: it may miss conflicts between them. "
        "Fencepost follows memory of MPI_Win_allocate_shared.");
  memory::announce(base, size);
}

}  // namespace fencepost::interposer
