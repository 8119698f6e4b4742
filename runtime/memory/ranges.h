// A set of address ranges that overlap in any way, as disjoint ranges. Written under a lock of the owner's, read by any
// thread at any time without one (a sequence lock: a reader that meets a writer looks again). A write costs what it
// changes and the logarithm of all there is: programs have tens of thousands of buffers.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

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

  // Writers: the first range that ends behind `address`; an empty one if there is none.
  Range first_behind(std::uintptr_t address) const;
  // Writers: the disjoint ranges, ascending.
  template <class Visitor>
  void each_overlapping(Range probe, Visitor visit) const;

 private:
  struct Slot {
    std::atomic<std::uintptr_t> begin{0};
    std::atomic<std::uintptr_t> end{0};
    Range get() const { return {begin.load(std::memory_order_relaxed), end.load(std::memory_order_relaxed)}; }
  };
  static constexpr std::size_t kSlots = 64;
  // Disjoint ranges, ascending, at least one; those of the next chunk lie behind them.
  struct Chunk {
    std::atomic<std::size_t> count{0};
    std::array<Slot, kSlots> slots;
  };
  struct Entry {
    std::atomic<std::uintptr_t> end{0};  // of the chunk's last range
    std::atomic<Chunk*> chunk{nullptr};
  };

  void change(Range range, int by);
  std::map<std::uintptr_t, int>::iterator boundary(std::uintptr_t at);
  void publish(Range changed);
  void collect_covered(Range changed);
  void replace(std::size_t first, std::size_t last);

  // From this address on (to the next key) so many ranges cover each byte. The writer's truth; the chunks are its
  // image.
  std::map<std::uintptr_t, int> cover_;
  std::atomic<std::uint64_t> sequence_{0};  // odd: being written
  std::atomic<Entry*> entries_{nullptr};    // grown by doubling; outgrown ones are kept, a reader may be in them
  std::atomic<std::size_t> count_{0};       // of the entries in use
  std::size_t capacity_ = 0;
  std::vector<Chunk*> unused_;  // a reader may still be in one of them

  // Of the write under way; kept for the next one's sake, which so needs no memory of its own.
  std::vector<Range> now_;     // what is covered of the changed bytes
  std::vector<Range> behind_;  // and what stands behind them in the same chunks
  std::vector<Range> all_;     // that the chunks will hold
  std::vector<Chunk*> chunks_;
};

// The first range that ends behind `address`; an empty one if there is none. A reader that meets a writer gets
// anything.
inline Range RangeSet::first_behind(std::uintptr_t address) const {
  // The count first: a later array is never smaller than an earlier count.
  std::size_t high = count_.load(std::memory_order_acquire);
  const Entry* const entries = entries_.load(std::memory_order_acquire);
  const std::size_t all = high;
  std::size_t low = 0;
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (entries[middle].end.load(std::memory_order_relaxed) > address) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  const Chunk* const chunk = low < all ? entries[low].chunk.load(std::memory_order_acquire) : nullptr;
  if (chunk == nullptr) return {};
  const std::size_t slots = chunk->count.load(std::memory_order_relaxed);
  for (low = 0, high = slots; low < high;) {
    const std::size_t middle = (low + high) / 2;
    if (chunk->slots[middle].end.load(std::memory_order_relaxed) > address) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low < slots ? chunk->slots[low].get() : Range{};
}

template <class Visitor>
void RangeSet::each_overlapping(Range probe, Visitor visit) const {
  for (Range range = first_behind(probe.begin); range.begin < probe.end && range.begin < range.end;
       range = first_behind(range.end)) {
    visit(range);
  }
}

}  // namespace fencepost::memory
