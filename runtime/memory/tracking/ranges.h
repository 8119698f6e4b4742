// A set of address ranges that overlap in any way, as disjoint ranges. Written under a lock of the owner's, read by any
// thread at any time without one (a sequence lock: a reader that meets a writer looks again). The cost of a write
// depends on what it changes and the logarithm of all there is: programs have tens of thousands of buffers.
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
  RangeSet() = default;
  ~RangeSet();  // nobody reads any more; the process's own sets live until its end
  RangeSet(const RangeSet&) = delete;
  RangeSet& operator=(const RangeSet&) = delete;

  // Writers: one at a time. `add` may be given the same bytes several times; each needs its `remove`. Removing what was
  // never added is ignored (that part of the bytes stays as it is).
  void add(Range range);
  void remove(Range range);
  // Whatever was added of these bytes, however often, is gone. True: there was something.
  bool clear(Range range);

  // Readers: any thread. A range that holds a byte of `probe`, or an empty one. The first such by address.
  Range find(Range probe) const;
  bool contains(Range probe) const;  // every byte

  // Changes with each write: what was found before is still right as long as it is the same.
  std::uint64_t version() const { return sequence_.load(std::memory_order_acquire); }

  // Writers: the first range that ends after `address`; an empty one if there is none.
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
  // Disjoint ranges, ascending, at least one; those of the next chunk come after them.
  struct Chunk {
    std::atomic<std::size_t> count{0};
    std::array<Slot, kSlots> slots;
  };
  struct Entry {
    std::atomic<std::uintptr_t> end{0};  // of the chunk's last range
    std::atomic<Chunk*> chunk{nullptr};
  };

  using Boundary = std::map<std::uintptr_t, int>::iterator;

  // Computes how many ranges cover each byte of `range` from how many did.
  template <class Cover>
  void change(Range range, Cover cover);
  Boundary boundary(std::uintptr_t at);
  void publish(Boundary first, Boundary last);
  void collect_covered(Boundary first, Boundary last);
  void replace(std::size_t first, std::size_t last);
  template <class Ends>
  static std::size_t place_behind(const Ends* ends, std::size_t count, std::uintptr_t address);

  // From this address on (to the next key) this many ranges cover each byte. The writer's truth; the chunks are its
  // image.
  std::map<std::uintptr_t, int> cover_;
  std::atomic<std::uint64_t> sequence_{0};  // odd: being written
  std::atomic<Entry*> entries_{nullptr};    // grown by doubling; outgrown ones are kept, a reader may be in them
  std::atomic<std::size_t> count_{0};       // of the entries in use
  std::size_t capacity_ = 0;
  std::vector<Entry*> outgrown_;
  std::vector<Chunk*> unused_;  // a reader may still be in one of them

  // For the current write; kept so that the next one needs no memory of its own.
  std::vector<Range> now_;     // what is covered of the changed bytes
  std::vector<Range> behind_;  // and what comes after them in the same chunks
  std::vector<Range> all_;     // that the chunks will hold
  std::vector<Chunk*> chunks_;
};

// Which of `count` ascending ranges (slots, or entries with the end of their last) is the first that ends after
// `address`; `count`: none.
template <class Ends>
std::size_t RangeSet::place_behind(const Ends* ends, std::size_t count, std::uintptr_t address) {
  std::size_t low = 0;
  while (low < count) {
    const std::size_t middle = (low + count) / 2;
    if (ends[middle].end.load(std::memory_order_relaxed) > address) {
      count = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

// If a reader meets a writer, the result may be anything.
inline Range RangeSet::first_behind(std::uintptr_t address) const {
  // The count first: a later array is never smaller than an earlier count.
  const std::size_t count = count_.load(std::memory_order_acquire);
  const Entry* const entries = entries_.load(std::memory_order_acquire);
  const std::size_t entry = place_behind(entries, count, address);
  const Chunk* const chunk = entry < count ? entries[entry].chunk.load(std::memory_order_acquire) : nullptr;
  if (chunk == nullptr) return {};
  const std::size_t slots = chunk->count.load(std::memory_order_relaxed);
  const std::size_t slot = place_behind(chunk->slots.data(), slots, address);
  return slot < slots ? chunk->slots[slot].get() : Range{};
}

template <class Visitor>
void RangeSet::each_overlapping(Range probe, Visitor visit) const {
  for (Range range = first_behind(probe.begin); range.begin < probe.end && range.begin < range.end;
       range = first_behind(range.end)) {
    visit(range);
  }
}

}  // namespace fencepost::memory
