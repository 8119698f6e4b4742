#include "memory/tracked.h"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <pthread.h>
#include <vector>

#include "memory/map.h"
#include "recorder/recorder.h"

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

}  // namespace

Range own_stack() {
  thread_local Range stack = [] {
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

bool Map::forget(Range range) {
  const Held lock(*this);
  const bool tracked = !is_empty(ranges_.find(range));
  if (is_empty(buffers_.find(range))) return tracked;
  std::vector<Range> known;
  buffers_.each_overlapping(
      range, [&](Range part) { known.push_back({std::max(part.begin, range.begin), std::min(part.end, range.end)}); });
  for (const Range& part : known) ranges_.remove(part);
  buffers_.clear(range);
  shadow_.refresh(range, ranges_);
  return tracked;
}

void track(const void* address, std::size_t size) {
  const Range range = range_of(address, size);
  if (!is_empty(range)) map().add_counted(range);
}

void untrack(const void* address, std::size_t size) {
  const Range range = range_of(address, size);
  if (!is_empty(range)) map().remove_counted(range);
}

void track_buffer(const void* address, std::size_t size) {
  const Range range = range_of(address, size);
  if (is_empty(range)) return;
  const Range stack = own_stack();
  if (range.begin >= stack.begin && range.begin < stack.end) {
    // What frames that are gone had must not slow the ones that come in their place.
    leave_frames(__builtin_frame_address(0));
    deepest_buffer = std::min(deepest_buffer, range.begin);
  }
  if (map().has_buffer(range)) return;
  map().add_buffer(range);
}

void leave_deeper_frames(const void* frame) {
  const Range gone{deepest_buffer, reinterpret_cast<std::uintptr_t>(frame)};
  deepest_buffer = UINTPTR_MAX;
  const Range left = map().buffers().find({gone.end, own_stack().end});
  if (!is_empty(left)) deepest_buffer = std::max(left.begin, gone.end);
  std::vector<Range> buffers;
  map().each_buffer(gone, [&](Range buffer) { buffers.push_back(buffer); });
  map().forget(gone);
  for (const Range& buffer : buffers) {
    const Range part{std::max(buffer.begin, gone.begin), std::min(buffer.end, gone.end)};
    record::write(
        event::Freed{.stack = record::current_stack(), .address = part.begin, .size = part.end - part.begin, .how = 2});
  }
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
