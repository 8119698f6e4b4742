// The strands of threads: work that OpenMP leaves to any thread. Each has its own place in the clocks, so one thread's
// accidental order of strands gives no order.
//
// A thread runs one strand at a time. It keeps the others that it has begun with what they knew, until it continues
// with them. Parts of a construct (sections, chunks, a single) may begin from one of them: they know what it knew, and
// it learns of them only at a barrier. But it is the same thread that ran them and that makes its calls: a flush after
// the parts completes the operations that they have issued, if each thread of the team comes to it. And where code
// finds out which thread runs it (a thread-local variable, pthread_self), it may do what follows on that thread only:
// its strands come one after the other, as the thread ran them. The same holds for parts if what they do may depend on
// the number of the thread, for which it asked before them: the code shows what becomes of the answer.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

#include "index/activity.h"
#include "job/memory.h"
#include "services/clocks.h"
#include "services/code_places.h"
#include "services/floors.h"
#include "services/options.h"
#include "services/thread.h"

namespace fencepost::check {

class Strands {
 public:
  Strands(Clocks& clocks, CodePlaces& code) : clocks_(clocks), code_(code) {}

  // The current event has bits of FENCEPOST_OF_STRANDS. `released`: what was released on its object; null: there is no
  // object, or nothing was released.
  void tell(Thread& thread, const event::Acquire& event, SharedClocks released);

  // Whether accesses of two strands may come one after the other nevertheless: one thread ran both, and the bytes are
  // memory that only this thread uses. The earlier access has an end.
  enum class OwnMemory {
    kNo,
    kStack,
    kUnlessShared,  // if others use it as well, as they do the memory of a window, it is not the thread's own
  };
  OwnMemory own_memory(const index::Activity& earlier, const index::Activity& later, ByteRange bytes) const;
  // Whether `part` is the place of a part that the thread has run, and that began from the strand that it runs now.
  bool has_run(const Thread& thread, StreamNumber part) const;
  // The return addresses of the calls by which the strand that it runs has found out that its thread is the first one
  // of the team: by a test since the last barrier, or by a number that it keeps and only tests.
  std::vector<std::uint64_t> asked_at(const Thread& thread);
  // Whether what was released on the object of an Acquire with FENCEPOST_BY_NUMBER comes before the thread's strand.
  bool orders_by_number(const Thread& thread);
  // Whether strands of a thread have been taken as ordered because it ran them, and they may depend on it.
  bool took_order_of_run() const { return took_order_of_run_; }
  // It does not, as far as the thread's questions have shown so far.
  void left_out(const Thread& thread, SharedClocks released) { threads_.of(thread).left_out = std::move(released); }
  // What strands know with which the thread may continue or which it may begin.
  void add_floors(const Thread& thread, Floors& floors);

 private:
  // A strand's own memory, and its place.
  struct Own {
    ThreadName thread{ProcessId()};
    StreamNumber construct = ThreadClock::kNoNumber;  // of the strand from which it began as a part, or its own
    ByteRange stack, other;
  };
  struct Ended {
    StreamNumber place = 0;
    Tick tick = 0;
  };
  struct Special {
    Tick since = 0;
    std::vector<std::uint64_t> asked_at;
  };
  struct Number {
    bool orders = false;                  // what parts do may depend on it
    std::vector<std::uint64_t> asked_at;  // by the first thread, and only tested after that
  };
  struct OfThread {
    std::uint64_t current = 0;
    std::uint64_t home = 0;                   // from which it began as a part; or itself
    std::map<std::uint64_t, Number> numbers;  // FENCEPOST_NUMBER_ASKED
    SharedClocks left_out;
    std::map<std::uint64_t, ThreadClock> left;  // those that may continue
    std::map<std::uint64_t, Special> special;   // FENCEPOST_STRAND_IS_SPECIAL
    std::deque<Ended> ended;                    // another strand may take their places
    ByteRange stack, other;                     // of strands that begin
    ByteRange allocated;                        // the same, if their code allocates memory before them
    StrandCode code;                            // of strands that begin
    SharedClocks done;                          // what such strands have done
  };
  // A thread's strands take at most this many places: after that, one takes the place of the one that ended first. That
  // orders the two, and may hide a race between them.
  static constexpr std::size_t kMostEnded = 32;

  void asks_for_number(OfThread& side, Thread& thread, const event::Acquire& event);
  void enter(OfThread& side, Thread& thread, const event::Acquire& event, SharedClocks released);
  void change(OfThread& side, Thread& thread, const event::Acquire& event, SharedClocks released);
  SharedClocks known_at_begin(const OfThread& side, const Thread& thread, std::uint64_t from) const;
  static StreamNumber place_for(OfThread& side, const order::Clocks& known);
  Own& own(StreamNumber place);

  Clocks& clocks_;
  CodePlaces& code_;
  OfThreads<OfThread> threads_;
  std::vector<Own> own_;  // by place in the clocks
  bool took_order_of_run_ = false;
};

}  // namespace fencepost::check
