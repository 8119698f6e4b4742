// A stream of a finished run in which reading can continue elsewhere.
#pragma once

#include <cstdint>

namespace fencepost::periods {

// The position of an event in its stream. All members except `event` belong to the stream.
struct StreamPlace {
  std::uint64_t event = 0;  // this many come before it; the reader counts them
  std::uint64_t block = 0, at = 0, ticks = 0, address = 0;
};

// What an EventStream may be in addition. Other streams can only be read in order.
class PlacedStream {
 public:
  virtual ~PlacedStream() = default;
  // Of the event that next() returned last.
  virtual StreamPlace place() const = 0;
  // next() returns the event at this place, which is further on. Events that no longer exist count as lost.
  virtual void go_to(const StreamPlace& place) = 0;
};

}  // namespace fencepost::periods
