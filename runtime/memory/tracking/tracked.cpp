#include "tracking/tracked.h"

#include <algorithm>
#include <cstdint>
#include <pthread.h>
#include <utility>
#include <vector>

#include "record/vocabulary.h"
#include "recorder/clock.h"
#include "recorder/recorder.h"
#include "tracking/map.h"
#include "tracking/several_threads.h"

namespace fencepost::memory {
namespace {

Range range_of(const void* address, std::size_t size) {
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  if (address == nullptr || size == 0 || begin + size < begin) return {};
  return {begin, begin + size};
}

bool is_empty(Range range) {
  return range.begin == range.end;
}

bool is_on_own_stack(Range range) {
  const Range stack = own_stack();
  return range.begin >= stack.begin && range.begin < stack.end;
}

// Counted ranges on stacks, whose frames have not been left yet.
class StackWindows {
 public:
  void add(Range range) {
    const LockGuard lock(mutex_);
    ranges_.push_back(range);
  }
  void remove(Range range) {
    const LockGuard lock(mutex_);
    const auto found = std::find_if(ranges_.begin(), ranges_.end(),
                                    [&](Range known) { return known.begin == range.begin && known.end == range.end; });
    if (found != ranges_.end()) ranges_.erase(found);
  }
  // Those that begin in `range`; they are not here any more.
  std::vector<Range> take(Range range) {
    const LockGuard lock(mutex_);
    const auto first = std::partition(ranges_.begin(), ranges_.end(), [&](Range known) {
      return known.begin < range.begin || known.begin >= range.end;
    });
    const std::vector<Range> taken(first, ranges_.end());
    ranges_.erase(first, ranges_.end());
    return taken;
  }
  // The lowest beginning in `range`; its end if there is none.
  std::uintptr_t lowest(Range range) {
    const LockGuard lock(mutex_);
    std::uintptr_t found = range.end;
    for (const Range known : ranges_) {
      if (known.begin >= range.begin) found = std::min(found, known.begin);
    }
    return found;
  }

 private:
  record::detail::Lock mutex_;
  std::vector<Range> ranges_ FENCEPOST_GUARDED_BY(mutex_);
};
StackWindows& stack_windows() {
  static auto* const instance = new StackWindows;
  return *instance;
}

// Where the thread's last buffers were found among all buffers, by page: valid as long as these do not change.
struct Found {
  Range range;
  std::uint64_t version = 0;
};
constexpr std::size_t kFound = 8;
constinit thread_local Found found_buffers[kFound] __attribute__((tls_model("initial-exec")));
// The buffers of one call often lie side by side, those of one loop in one large buffer.
constexpr std::size_t place_of(std::uintptr_t address) {
  return (address >> 3 ^ address >> 6 ^ address >> 12) % kFound;
}

// The thread that frees memory and the one that gets it next need not know of each other. The thread's own stack may be
// that of a thread that has ended.
void say_that_it_begins(Range range) {
  thread_local bool stack_is_known __attribute__((tls_model("initial-exec"))) = false;
  if (!several_threads() || !record::active()) return;
  if (is_on_own_stack(range) && std::exchange(stack_is_known, true)) return;
  record::write(event::MemoryOrder{.order = record::next_order()});
}

}  // namespace

Range own_stack() {
  thread_local Range stack __attribute__((tls_model("initial-exec"))) = [] {
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return Range{};
    void* begin = nullptr;
    std::size_t size = 0;
    pthread_attr_getstack(&attributes, &begin, &size);
    pthread_attr_destroy(&attributes);
    return range_of(begin, size);
  }();
  return stack;
}

Map& map() {
  // Never destroyed: hooks of the program's exit handlers still look at it.
  static Map* const instance = new Map;
  return *instance;
}

void Map::add_counted(Range range) {
  const Held lock(*this);
  ranges_.add(range);
  shadow_.refresh(range, ranges_);
}

void Map::remove_counted(Range range) {
  const Held lock(*this);
  ranges_.remove(range);
  shadow_.refresh(range, ranges_);
}

void Map::add_buffer(Range range) {
  const Held lock(*this);
  if (buffers_.contains(range)) return;
  // Bytes that are in buffers_ count once in ranges_: only what is new is added.
  std::vector<Range> gaps;
  std::uintptr_t from = range.begin;
  buffers_.each_overlapping(range, [&](Range known) {
    if (known.begin > from) gaps.push_back({from, known.begin});
    from = known.end;
  });
  if (from < range.end) gaps.push_back({from, range.end});
  for (const Range& gap : gaps) {
    buffers_.add(gap);
    ranges_.add(gap);
  }
  shadow_.refresh(range, ranges_);
}

std::vector<Range> Map::take_buffers(Range range) {
  std::vector<Range> known;
  buffers_.each_overlapping(
      range, [&](Range part) { known.push_back({std::max(part.begin, range.begin), std::min(part.end, range.end)}); });
  for (const Range& part : known) ranges_.remove(part);
  buffers_.clear(range);
  return known;
}

bool Map::forget(Range range) {
  const Held lock(*this);
  const bool tracked = !is_empty(ranges_.find(range));
  if (is_empty(buffers_.find(range))) return tracked;
  take_buffers(range);
  shadow_.refresh(range, ranges_);
  return tracked;
}

std::vector<Range> Map::forget_all_buffers() {
  const Held lock(*this);
  const std::vector<Range> known = take_buffers({0, UINTPTR_MAX});
  for (const Range& part : known) shadow_.refresh(part, ranges_);  // not of all memory
  return known;
}

void track(const void* address, std::size_t size) {
  const Range range = range_of(address, size);
  if (is_empty(range)) return;
  if (is_on_own_stack(range)) {
    leave_frames(__builtin_frame_address(0));
    deepest_buffer = std::min(deepest_buffer, range.begin);
    stack_windows().add(range);
  }
  map().add_counted(range);
}

void untrack(const void* address, std::size_t size) {
  const Range range = range_of(address, size);
  if (is_empty(range)) return;
  stack_windows().remove(range);
  map().remove_counted(range);
}

void announce(const void* address, std::size_t size) {
  const Range range = range_of(address, size);
  if (!is_empty(range)) say_that_it_begins(range);
}

void cease() {
  if (several_threads() && record::active()) record::write(event::MemoryOrder{.order = record::next_order()});
}

void release(const void* address, std::size_t size) {
  const Range range = range_of(address, size);
  if (is_empty(range)) return;
  if (several_threads()) map().add_buffer(range);
  untrack(address, size);
}

void track_buffer(const void* address, std::size_t size) {
  const Range range = range_of(address, size);
  if (is_empty(range)) return;
  // (A buffer on the thread's own stack is forgotten with its frame, which changes the version.)
  const RangeSet& buffers = map().buffers();
  Found& found = found_buffers[place_of(range.begin)];
  if (range.begin >= found.range.begin && range.end <= found.range.end && buffers.version() == found.version) return;
  if (is_on_own_stack(range)) {
    // Buffers of frames that are gone must not slow down the ones that come in their place.
    leave_frames(__builtin_frame_address(0));
    deepest_buffer = std::min(deepest_buffer, range.begin);
  }
  if (!map().has_buffer(range)) {
    say_that_it_begins(range);
    map().add_buffer(range);
  }
  // The version first: what is found may be newer than it, not older. An odd one is that of a change under way.
  const std::uint64_t version = buffers.version() & ~std::uint64_t{1};
  found = {buffers.find(range), version};
  if (!(found.range.begin <= range.begin && found.range.end >= range.end)) found = {};
}

namespace {

// Buffers that are not tracked for now, in a process with one thread. If a program takes new memory for each call, they
// are tracked for good in the end.
class Rested {
 public:
  void add(const std::vector<Range>& ranges) {
    for (const Range& range : ranges) {
      if (all_.contains(range)) continue;
      all_.add(range);
      ++count_;
    }
  }
  bool full() const { return count_ >= kMost; }
  std::vector<Range> take() {
    std::vector<Range> taken;
    all_.each_overlapping({0, UINTPTR_MAX}, [&](Range range) { taken.push_back(range); });
    for (const Range& range : taken) all_.clear(range);
    return taken;
  }

 private:
  static constexpr std::size_t kMost = 4096;
  RangeSet all_;
  std::size_t count_ = 0;
};
Rested& rested() {
  static auto* const instance = new Rested;
  return *instance;
}

}  // namespace

void rest_buffers() {
  constexpr std::uint64_t kPart = 200;  // of the time, at most
  static constinit std::uint64_t version = 0, last = 0, wait = 0;
  if (several_threads() || map().buffers().version() == version || rested().full()) return;
  const std::uint64_t begin = record::detail::clock_ticks();
  if (begin - last < wait) return;
  rested().add(map().forget_all_buffers());
  version = map().buffers().version();
  last = record::detail::clock_ticks();
  wait = kPart * (last - begin);
}

void wake_buffers() {
  for (const Range& range : rested().take())
    track_buffer(reinterpret_cast<const void*>(range.begin), range.end - range.begin);
}

namespace {

// What is on the thread's own stack below `end` is gone.
void leave_stack_below(std::uintptr_t end, GivenBack how) {
  const Range gone{deepest_buffer, end};
  const Range alive{gone.end, own_stack().end};
  deepest_buffer = UINTPTR_MAX;
  const Range left = map().buffers().find(alive);
  if (!is_empty(left)) deepest_buffer = std::max(left.begin, gone.end);
  if (const std::uintptr_t lowest = stack_windows().lowest(alive); lowest != alive.end) {
    deepest_buffer = std::min(deepest_buffer, lowest);
  }
  // A window stays one; this is only said once.
  std::vector<Range> lost = stack_windows().take(gone);
  map().each_buffer(gone, [&](Range buffer) { lost.push_back(buffer); });
  map().forget(gone);
  if (lost.empty()) return;
  const OrderedEvent here;
  const std::uint64_t stack = how == GivenBack::kByEndOfThread ? 0 : record::current_stack();
  for (const Range& range : lost) {
    const Range part{std::max(range.begin, gone.begin), std::min(range.end, gone.end)};
    record::write(event::Freed{.stack = stack,
                               .address = part.begin,
                               .size = part.end - part.begin,
                               .how = static_cast<std::uint64_t>(how),
                               .order = order_among_threads()});
  }
}

}  // namespace

void leave_deeper_frames(const void* frame) {
  // A frame on another stack, a coroutine's or a signal's, says nothing of these.
  if (is_on_own_stack(range_of(frame, 1)))
    leave_stack_below(reinterpret_cast<std::uintptr_t>(frame), GivenBack::kByReturn);
}

void leave_stack() {
  if (deepest_buffer != UINTPTR_MAX) leave_stack_below(own_stack().end, GivenBack::kByEndOfThread);
}

bool forget(const void* address, std::size_t size) {
  const Range range = range_of(address, size);
  // Most memory that is freed was never near a window: the shadow answers for small blocks.
  if (is_empty(range) || map().untouched(range)) return false;
  return map().forget(range);
}

bool is_tracked(const void* address, std::size_t size) {
  const Range range = range_of(address, size);
  return !is_empty(range) && map().is_tracked(range);
}

}  // namespace fencepost::memory
