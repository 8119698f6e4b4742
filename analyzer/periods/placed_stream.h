// A stream of a run that is over in which one can go on elsewhere.
#pragma once

#include <cstdint>

namespace fencepost::periods {

// Where an event stands in its stream. All but `event` is the stream's business.
struct StreamPlace {
  std::uint64_t event = 0;  // so many come before it; counted by whoever reads the stream
  std::uint64_t block = 0, at = 0, ticks = 0, address = 0;
};

// What an EventStream may be beside that. Others can only be read on.
class PlacedStream {
 public:
  virtual ~PlacedStream() = default;
  // Of the event that next() gave last.
  virtual StreamPlace place() const = 0;
  // next() gives the event at this place, which lies further on. What is not there any more counts as lost.
  virtual void go_to(const StreamPlace& place) = 0;
};

}  // namespace fencepost::periods
