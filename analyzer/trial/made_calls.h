// The events of calls that the program did not make: calls that a fix adds, or puts in the place of others.
#pragma once

#include <cstdint>
#include <deque>
#include <span>

#include "ids/ids.h"
#include "job/source.h"
#include "record/vocabulary.h"

namespace fencepost::trial {

struct MadeCall {
  MpiCall call = MpiCall::kNone;
  StackId stack;
  std::uint64_t window = 0;                 // as the process numbers it
  Rank target = Rank::kAllTargets;          // for a lock, an unlock or a flush
  std::span<const std::uint64_t> requests;  // MPI_Wait: one, in memory that lives as long as the events
};

// After the events in the queue.
void append_begin(std::deque<TimedEvent>& queue, std::uint64_t time, const MadeCall& made);
void append_end(std::deque<TimedEvent>& queue, std::uint64_t time, const MadeCall& made);

}  // namespace fencepost::trial
