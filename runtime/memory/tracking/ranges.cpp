#include "tracking/ranges.h"

#include <algorithm>

#include "recorder/invariant.h"

namespace fencepost::memory {

namespace {
// The set that the thread is changing. (Volatile: for a signal's handler.)
constinit thread_local const RangeSet* volatile changed_here __attribute__((tls_model("initial-exec"))) = nullptr;
}  // namespace

RangeSet::~RangeSet() {
  Entry* const entries = entries_.load(std::memory_order_relaxed);
  for (std::size_t i = 0; i < count_.load(std::memory_order_relaxed); ++i) {
    delete entries[i].chunk.load(std::memory_order_relaxed);
  }
  for (const Chunk* chunk : unused_) delete chunk;
  for (const Entry* outgrown : outgrown_) delete[] outgrown;
  delete[] entries;
}

// The key at `at`, made if it is not there yet.
RangeSet::Boundary RangeSet::boundary(std::uintptr_t at) {
  auto next = cover_.lower_bound(at);
  if (next != cover_.end() && next->first == at) return next;
  const int count = next == cover_.begin() ? 0 : std::prev(next)->second;
  return cover_.emplace_hint(next, at, count);
}

template <class Cover>
void RangeSet::change(Range range, Cover cover) {
  if (range.begin >= range.end) return;
  const auto first = boundary(range.begin);
  const auto last = boundary(range.end);
  for (auto it = first; it != last; ++it) it->second = cover(it->second);
  publish(first, last);
}

void RangeSet::add(Range range) {
  change(range, [](int count) { return count + 1; });
}

void RangeSet::remove(Range range) {
  change(range, [](int count) { return std::max(0, count - 1); });
}

bool RangeSet::clear(Range range) {
  if (range.begin >= range.end || find(range).begin == find(range).end) return false;
  change(range, [](int) { return 0; });
  return true;
}

// What is covered between two keys now, as disjoint ranges that do not touch.
void RangeSet::collect_covered(Boundary first, Boundary last) {
  now_.clear();
  for (auto it = first; it != last; ++it) {
    if (it->second == 0) continue;
    const std::uintptr_t end = std::next(it)->first;
    if (!now_.empty() && now_.back().end == it->first) {
      now_.back().end = end;
    } else {
      now_.push_back({it->first, end});
    }
  }
}

// Updates the chunks to match the map, which has changed between two keys, and drops keys at which nothing changes.
void RangeSet::publish(Boundary first_key, Boundary last_key) {
  const Range changed{first_key->first, last_key->first};
  collect_covered(first_key, last_key);
  const auto behind_keys = std::next(last_key);
  for (auto key = first_key; key != behind_keys;) {
    const int before = key == cover_.begin() ? 0 : std::prev(key)->second;
    key = key->second == before ? cover_.erase(key) : std::next(key);
  }

  // The chunks whose ranges touch the change, or the one it comes into.
  const Entry* const entries = entries_.load(std::memory_order_relaxed);
  const std::size_t count = count_.load(std::memory_order_relaxed);
  std::size_t first = changed.begin == 0 ? 0 : place_behind(entries, count, changed.begin - 1);
  if (first == count && first > 0) --first;

  // All that they will hold: what they had outside the change, and what is covered in it now.
  all_.clear();
  behind_.clear();
  std::size_t last = first;
  for (bool more = true; more && last < count; ++last) {
    const Chunk& chunk = *entries[last].chunk.load(std::memory_order_relaxed);
    const std::size_t slots = chunk.count.load(std::memory_order_relaxed);
    for (std::size_t i = 0; i < slots; ++i) {
      const Range old = chunk.slots[i].get();
      if (old.begin < changed.begin) all_.push_back({old.begin, std::min(old.end, changed.begin)});
      if (old.end > changed.end) behind_.push_back({std::max(old.begin, changed.end), old.end});
    }
    // Merges chunks with little in them.
    const bool few = all_.size() + now_.size() + behind_.size() < kSlots / 4;
    more = few || entries[last].end.load(std::memory_order_relaxed) <= changed.end;
  }
  for (const std::vector<Range>* part : {&now_, &behind_}) {
    auto from = part->begin();
    if (from != part->end() && !all_.empty() && all_.back().end == from->begin) all_.back().end = from++->end;
    all_.insert(all_.end(), from, part->end());
  }
  replace(first, last);
}

// Replaces the chunks [first, last) by others with all_.
void RangeSet::replace(std::size_t first, std::size_t last) {
  // Full chunks leave no room for the next range.
  constexpr std::size_t kFilled = kSlots * 3 / 4;
  const std::size_t parts =
      all_.size() <= kSlots ? std::min<std::size_t>(all_.size(), 1) : (all_.size() + kFilled - 1) / kFilled;
  const std::size_t old_count = count_.load(std::memory_order_relaxed);
  FENCEPOST_EXPECT(first <= last && last <= old_count, "the chunks of ranges to replace are there");
  const std::size_t count = old_count - (last - first) + parts;
  Entry* entries = entries_.load(std::memory_order_relaxed);
  if (capacity_ < count) {
    const std::size_t capacity = std::max<std::size_t>(64, count * 2);
    Entry* const grown = new Entry[capacity];
    for (std::size_t i = 0; i < old_count; ++i) {
      grown[i].end.store(entries[i].end.load(std::memory_order_relaxed), std::memory_order_relaxed);
      grown[i].chunk.store(entries[i].chunk.load(std::memory_order_relaxed), std::memory_order_relaxed);
    }
    if (entries != nullptr) outgrown_.push_back(entries);
    entries = grown;
    entries_.store(grown, std::memory_order_release);
    capacity_ = capacity;
  }
  chunks_.clear();
  for (std::size_t i = first; i < last; ++i) chunks_.push_back(entries[i].chunk.load(std::memory_order_relaxed));
  while (chunks_.size() < parts) {
    if (unused_.empty()) unused_.push_back(new Chunk);
    chunks_.push_back(unused_.back());
    unused_.pop_back();
  }
  for (; chunks_.size() > parts; chunks_.pop_back()) unused_.push_back(chunks_.back());

  changed_here = this;
  sequence_.fetch_add(1, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  const auto move = [&](std::size_t from, std::size_t to) {
    entries[to].end.store(entries[from].end.load(std::memory_order_relaxed), std::memory_order_relaxed);
    entries[to].chunk.store(entries[from].chunk.load(std::memory_order_relaxed), std::memory_order_release);
  };
  if (count > old_count) {
    for (std::size_t i = old_count; i > last; --i) move(i - 1, i - 1 + count - old_count);
  } else if (count < old_count) {
    for (std::size_t i = last; i < old_count; ++i) move(i, i - (old_count - count));
  }
  for (std::size_t part = 0; part < parts; ++part) {
    const std::size_t begin = all_.size() * part / parts;
    const std::size_t end = all_.size() * (part + 1) / parts;
    Chunk& chunk = *chunks_[part];
    for (std::size_t i = begin; i < end; ++i) {
      chunk.slots[i - begin].begin.store(all_[i].begin, std::memory_order_relaxed);
      chunk.slots[i - begin].end.store(all_[i].end, std::memory_order_relaxed);
    }
    chunk.count.store(end - begin, std::memory_order_relaxed);
    entries[first + part].end.store(all_[end - 1].end, std::memory_order_relaxed);
    entries[first + part].chunk.store(&chunk, std::memory_order_release);
  }
  count_.store(count, std::memory_order_release);
  sequence_.fetch_add(1, std::memory_order_release);
  changed_here = nullptr;
}

Range RangeSet::find(Range probe) const {
  while (true) {
    const std::uint64_t before = sequence_.load(std::memory_order_acquire);
    if (before & 1) {
      if (changed_here == this) return {};  // a signal handler, in the middle of it: what it accesses is left out
      continue;
    }
    const Range found = first_behind(probe.begin);
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
