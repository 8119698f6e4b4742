#include "memory/ranges.h"

#include <algorithm>

namespace fencepost::memory {

// The key at `at`, made if it is not there yet.
std::map<std::uintptr_t, int>::iterator RangeSet::boundary(std::uintptr_t at) {
  auto next = cover_.lower_bound(at);
  if (next != cover_.end() && next->first == at) return next;
  const int count = next == cover_.begin() ? 0 : std::prev(next)->second;
  return cover_.emplace_hint(next, at, count);
}

void RangeSet::change(Range range, int by) {
  if (range.begin >= range.end) return;
  const auto first = boundary(range.begin);
  const auto last = boundary(range.end);
  for (auto it = first; it != last; ++it) it->second = std::max(0, it->second + by);
  publish();
}

bool RangeSet::clear(Range range) {
  if (range.begin >= range.end || find(range).begin == find(range).end) return false;
  const auto first = boundary(range.begin);
  const auto last = boundary(range.end);
  for (auto it = first; it != last; ++it) it->second = 0;
  publish();
  return true;
}

// Brings the slots in line with the map, and drops keys at which nothing changes.
void RangeSet::publish() {
  if (capacity_ < cover_.size() / 2 + 1) {
    const std::size_t capacity = std::max<std::size_t>(64, cover_.size() * 2);
    Slot* grown = new Slot[capacity];
    const Slot* old = slots_.load(std::memory_order_relaxed);
    for (std::size_t i = 0; i < count_.load(std::memory_order_relaxed); ++i) {
      grown[i].begin.store(old[i].begin.load(std::memory_order_relaxed), std::memory_order_relaxed);
      grown[i].end.store(old[i].end.load(std::memory_order_relaxed), std::memory_order_relaxed);
    }
    slots_.store(grown, std::memory_order_release);
    capacity_ = capacity;
  }
  Slot* slots = slots_.load(std::memory_order_relaxed);
  sequence_.fetch_add(1, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  std::size_t count = 0;
  int before = 0;
  for (auto it = cover_.begin(); it != cover_.end();) {
    if (it->second == before) {
      it = cover_.erase(it);
      continue;
    }
    if (before == 0) slots[count].begin.store(it->first, std::memory_order_relaxed);
    if (it->second == 0) slots[count++].end.store(it->first, std::memory_order_relaxed);
    before = it->second;
    ++it;
  }
  count_.store(count, std::memory_order_release);
  sequence_.fetch_add(1, std::memory_order_release);
}

// Index of the first range that ends behind `address`.
std::size_t RangeSet::lower_bound(const Slot* slots, std::size_t count, std::uintptr_t address) const {
  std::size_t low = 0;
  std::size_t high = count;
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (slots[middle].end.load(std::memory_order_relaxed) > address) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

Range RangeSet::find(Range probe) const {
  while (true) {
    const std::uint64_t before = sequence_.load(std::memory_order_acquire);
    if (before & 1) continue;
    // The count first: a later array is never smaller than an earlier count.
    const std::size_t count = count_.load(std::memory_order_acquire);
    const Slot* slots = slots_.load(std::memory_order_acquire);
    Range found;
    const std::size_t i = lower_bound(slots, count, probe.begin);
    if (i < count) {
      found = {slots[i].begin.load(std::memory_order_relaxed), slots[i].end.load(std::memory_order_relaxed)};
    }
    std::atomic_thread_fence(std::memory_order_acquire);
    if (sequence_.load(std::memory_order_relaxed) != before) continue;
    return found.begin < probe.end && found.end > probe.begin ? found : Range{};
  }
}

bool RangeSet::contains(Range probe) const {
  const Range found = find(probe);
  return found.begin <= probe.begin && found.end >= probe.end && found.begin < found.end;
}

}  // namespace fencepost::memory
