// A set of address ranges that overlap in any way, as disjoint ranges. Written under a lock of the owner's, read by any
// thread at any time without one (a sequence lock: a reader that meets a writer looks again).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>

namespace fencepost::memory {

struct Range {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;  // one past the last byte
};

class RangeSet {
 public:
  // Writers: one at a time. `add` may be given the same bytes several times; each needs its `remove`. Removing what was
  // never added is ignored (that part of the bytes stays as it is).
  void add(Range range) { change(range, +1); }
  void remove(Range range) { change(range, -1); }
  // Whatever was added of these bytes, however often, is gone. True: there was something.
  bool clear(Range range);

  // Readers: any thread. A range that holds a byte of `probe`, or an empty one. The first such by address.
  Range find(Range probe) const;
  bool contains(Range probe) const;  // every byte

  // Changes with each write: what was found before is still right as long as it is the same.
  std::uint64_t version() const { return sequence_.load(std::memory_order_acquire); }

  // Writers: the disjoint ranges, ascending.
  template <class Visitor>
  void each_overlapping(Range probe, Visitor visit) const;

 private:
  struct Slot {
    std::atomic<std::uintptr_t> begin{0};
    std::atomic<std::uintptr_t> end{0};
  };

  void change(Range range, int by);
  std::map<std::uintptr_t, int>::iterator boundary(std::uintptr_t at);
  void publish();
  std::size_t lower_bound(const Slot* slots, std::size_t count, std::uintptr_t address) const;

  // From this address on (to the next key) so many ranges cover each byte. The writer's truth; the slots are its image.
  std::map<std::uintptr_t, int> cover_;
  std::atomic<std::uint64_t> sequence_{0};  // odd: being written
  std::atomic<Slot*> slots_{nullptr};       // grown by doubling; outgrown ones are kept, a reader may be in them
  std::atomic<std::size_t> count_{0};
  std::size_t capacity_ = 0;
};

template <class Visitor>
void RangeSet::each_overlapping(Range probe, Visitor visit) const {
  const Slot* slots = slots_.load(std::memory_order_relaxed);
  const std::size_t count = count_.load(std::memory_order_relaxed);
  for (std::size_t i = lower_bound(slots, count, probe.begin); i < count; ++i) {
    const Range range{slots[i].begin.load(std::memory_order_relaxed), slots[i].end.load(std::memory_order_relaxed)};
    if (range.begin >= probe.end) return;
    visit(range);
  }
}

}  // namespace fencepost::memory
