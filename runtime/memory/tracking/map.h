// What tracked.h is made of, for the slow path of the hooks.
#pragma once

#include <cstdint>
#include <vector>

#include "recorder/memory.h"
#include "tracking/ranges.h"
#include "tracking/shadow.h"

namespace fencepost::memory {

class Map {
 public:
  void add_counted(Range range);
  void remove_counted(Range range);
  void add_buffer(Range range);
  bool forget(Range range);
  std::vector<Range> forget_all_buffers();  // what they were

  bool has_buffer(Range range) const { return buffers_.contains(range); }
  bool is_tracked(Range range) const {
    const Range found = ranges_.find(range);
    return found.begin != found.end;
  }
  // Quick and often true: no page of `range` has anything tracked. False says nothing.
  bool untouched(Range range) const {
    constexpr std::size_t kMostPages = 16;
    if (range.end - range.begin > kMostPages * kPage) return false;
    for (std::uintptr_t page = range.begin & ~(kPage - 1); page < range.end; page += kPage) {
      if (shadow_.at(page) != FENCEPOST_PAGE_UNTRACKED) return false;
    }
    return true;
  }

  const Shadow& shadow() const { return shadow_; }
  const RangeSet& ranges() const { return ranges_; }
  const RangeSet& buffers() const { return buffers_; }
  // Under the lock: nothing in `visit` may come back here.
  template <class Visitor>
  void each_buffer(Range range, Visitor visit) {
    const Held lock(*this);
    buffers_.each_overlapping(range, visit);
  }

  // The calling thread is changing the map. What it frees meanwhile is the map's own, and must not come back here.
  static bool is_held() { return held_; }

 private:
  // Under the lock: what buffers there were of these bytes. The shadow is still to be refreshed.
  std::vector<Range> take_buffers(Range range);
  struct Held {
    explicit Held(Map& map) : mutex(map.mutex_) {
      held_ = true;
      mutex.lock();
    }
    ~Held() {
      mutex.unlock();
      held_ = false;
    }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    record::detail::Lock& mutex;
  };
  static inline constinit thread_local bool held_ __attribute__((tls_model("initial-exec"))) = false;

  record::detail::Lock mutex_;
  RangeSet ranges_;   // all that is tracked
  RangeSet buffers_;  // the part of it that track_buffer began
  Shadow shadow_;
};

Map& map();

// The calling thread's stack, [lowest possible, highest) address; empty if it is not known.
Range own_stack();

}  // namespace fencepost::memory
