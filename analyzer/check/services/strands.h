// The strands of threads: what OpenMP leaves to any thread. Each has a place of its own in the clocks, so that what one
// thread happened to run one after the other is not ordered by that.
//
// A thread runs one strand at a time. The others that it has begun are kept with what they knew, until it goes on with
// them. One of them may be the one that parts of a construct (sections, chunks, a single) begin from: they know what it
// knew, and it does not know them before a barrier. But what it calls is called by whichever thread ran them: a flush
// behind the parts completes what they have issued.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

#include "index/activity.h"
#include "job/memory.h"
#include "services/clocks.h"
#include "services/floors.h"
#include "services/thread.h"

namespace fencepost::check {

class Strands {
 public:
  explicit Strands(Clocks& clocks) : clocks_(clocks) {}

  // The event in hand has bits of FENCEPOST_OF_STRANDS. `released`: what was released on its object; null: it has none,
  // or nobody has.
  void tell(Thread& thread, const event::Acquire& event, SharedClocks released);

  // Whether accesses of two strands come one after the other all the same: the bytes are memory that only the thread
  // uses, which ran both. The earlier one has an end.
  bool in_turn(const index::Activity& earlier, const index::Activity& later, ByteRange bytes) const;
  // Whether `part` is a place of a part that the thread has run and that began from the strand it runs now.
  bool has_run(const Thread& thread, StreamNumber part) const;
  // What strands know that the thread may go on with or begin.
  void add_floors(const Thread& thread, Floors& floors);

 private:
  // A strand's own memory, and where it stands.
  struct Own {
    ThreadName thread{-1, -1};
    StreamNumber construct = ThreadClock::kNoNumber;  // the place of the strand it began from as a part, or its own
    ByteRange stack, other;
  };
  struct Ended {
    StreamNumber place = 0;
    Tick tick = 0;
  };
  struct OfThread {
    std::uint64_t current = 0;
    std::map<std::uint64_t, ThreadClock> left;    // those that may go on
    std::map<std::uint64_t, Tick> special_since;  // FENCEPOST_STRAND_IS_SPECIAL
    std::deque<Ended> ended;                      // whose places another one may have
    ByteRange stack, other;                       // of strands that begin
  };
  // So many places a thread's strands take, if need be: then one follows on the one that ended first. That orders the
  // two, and may hide a race between them.
  static constexpr std::size_t kMostEnded = 32;

  void enter(OfThread& side, Thread& thread, const event::Acquire& event, SharedClocks released);
  SharedClocks known_at_begin(const OfThread& side, const Thread& thread, std::uint64_t from) const;
  static StreamNumber place_for(OfThread& side, const order::Clocks& known);
  Own& own(StreamNumber place);

  Clocks& clocks_;
  OfThreads<OfThread> threads_;
  std::vector<Own> own_;  // by place in the clocks
};

}  // namespace fencepost::check
