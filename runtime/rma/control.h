// What a window keeps in shared memory, before the window's data: one WindowControl for the processes of a machine that
// share it, then one RankControl for each of them, then the counters of post and complete for each pair.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "rma/lock_queue.h"
#include "rma/shared_memory.h"
#include "rma/waiting.h"

namespace fencepost::rma {

// All ranks of the window on this machine meet here; used if that is all ranks of the window.
class Barrier {
 public:
  // `ranks` take part.
  void arrive_and_wait(std::uint32_t ranks) {
    const std::uint32_t generation = generation_.load(std::memory_order_acquire);
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == ranks) {
      arrived_.store(0, std::memory_order_relaxed);
      generation_.fetch_add(1, std::memory_order_release);
      bell_.ring();
      return;
    }
    bell_.wait([&] { return generation_.load(std::memory_order_acquire) != generation; });
  }

 private:
  alignas(64) std::atomic<std::uint32_t> arrived_{0};
  alignas(64) std::atomic<std::uint32_t> generation_{0};
  Bell bell_;
};

// A fence that one rank leaves out must not meet that rank's MPI_Win_free: the others would continue as if nothing were
// wrong, and hang later and elsewhere.
struct WindowControl {
  Barrier fences;
  Barrier freeing;
};

// The regions attached to a dynamic window, for processes that access it. Only the owner writes it; readers retry if
// the version was odd or has changed meanwhile.
struct AttachedRegions {
  static constexpr std::size_t kCapacity = 240;
  struct Region {
    std::atomic<std::uint64_t> address{0};
    std::atomic<std::uint64_t> size{0};
  };
  std::atomic<std::uint32_t> version{0};
  std::atomic<std::uint32_t> count{0};
  std::atomic<std::uint32_t> overflow{0};  // there are more than fit: what is not found here may still be attached
  Region regions[kCapacity];
};

struct alignas(64) RankControl {
  LockQueue lock;
  AttachedRegions attached;
};

// For one ordered pair of ranks, in the counters of the rank that waits.
struct alignas(8) PairCounters {
  std::atomic<std::uint32_t> posts{0};      // by that rank, that this rank's start matches
  std::atomic<std::uint32_t> completes{0};  // by that rank, that this rank's wait matches
};

// Where the parts are in the head of the mapping, for `local` ranks on the machine out of `ranks` of the window.
struct ControlPlan {
  std::size_t local = 0;
  std::size_t ranks = 0;

  std::size_t rank_control(std::size_t local_rank) const {
    return sizeof(WindowControl) + local_rank * sizeof(RankControl);
  }
  std::size_t counters(std::size_t local_rank) const {
    return rank_control(local) + local_rank * ranks * sizeof(PairCounters);
  }
  std::size_t size() const { return page_up(counters(local)); }
};
static_assert(sizeof(WindowControl) % 64 == 0);

// All of it as one process has it mapped, with the window's data behind it.
struct MappedControl {
  ControlPlan plan;
  Mapping mapping;
  WindowControl* shared = nullptr;
  RankControl* own = nullptr;
  PairCounters* own_counters = nullptr;  // indexed by rank of the window
};

}  // namespace fencepost::rma
