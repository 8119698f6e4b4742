// Decoding one event out of a block (runtime/record/format.h says what it looks like).
#pragma once

#include <cstddef>
#include <cstdint>

#include "read/recorded_event.h"
#include "read/trace_file.h"

namespace fencepost::read {

class EventDecoder {
 public:
  // The decoder's position, and what the encoding carries from one event of a block to the next.
  struct Position {
    std::size_t at = 0;
    std::uint64_t ticks = 0;
    std::uint64_t address = 0;
  };

  // Decodes the event at position.at of the block's payload[0,
  // available) and advances. False: there is no valid event.
  static bool decode(Block& block, std::size_t available, const UnknownFields* unknown, Position& position,
                     RecordedEvent& event);

  // An event of our own that represents what could not be read.
  static void make_lost(const event::Lost& lost, std::uint64_t ticks, RecordedEvent& event);
};

}  // namespace fencepost::read
