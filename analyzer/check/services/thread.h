// A thread as services and chapters see it: its events, its place in the clocks, its current call.
#pragma once

#include <cstdint>
#include <deque>

#include "job/observer.h"
#include "order/clock.h"
#include "order/graph.h"
#include "record/event.h"
#include "schedule/stream.h"

namespace fencepost::check {

using order::SharedClocks;
using order::StreamNumber;
using order::Tick;

// What the thread knows, and how others know it. Only Clocks changes it.
class ThreadClock {
 public:
  static constexpr StreamNumber kNoNumber = ~StreamNumber{0};
  const order::Clocks& known() const { return clock_; }  // what happened before, without the thread itself

  StreamNumber number = kNoNumber;  // its place in the clocks, from its first event on
  Tick tick = 0;                    // of the current or last replayed event
  Tick last_said = 0;               // of the last event of which others can know, or that has accesses before it
  bool begun = false;               // it has its place

 private:
  friend class Clocks;
  order::Clocks clock_;
  SharedClocks shared_;  // the same, shared by accesses; null after a change
};

// The call that a thread is in (after Begin, before End). A chapter keeps its further data itself (OfCalls).
struct CallInHand {
  bool active = false;
  bool refused = false;  // CallFailed follows: it had no effect
  EventKind kind = EventKind::kEndOfBlock;
  Place place;
  Moment since;
  order::NodeName node;
  // The object of the call, as far as its chapter has set it.
  WindowKey window;  // key
  Rank target;
  std::uint64_t communicator = 0;  // id
  Rank peer;
  std::int64_t tag = 0;
  ThreadWait of_threads;
  std::uint64_t holder = 0;  // the task that has the lock for which it waits
};

struct Thread : schedule::Stream, ThreadClock {
  using Stream::Stream;
  std::uint64_t events = 0;      // replayed
  std::uint64_t operations = 0;  // the RMA operations among these
  CallInHand call;
};

// Data about each open thread.
template <class T>
class OfThreads {
 public:
  T& of(const Thread& thread) {
    while (entries_.size() <= thread.slot) entries_.emplace_back();
    Entry& entry = entries_[thread.slot];
    if (entry.name != thread.name) entry = {thread.name, {}};  // of a thread that has left
    return entry.state;
  }

 private:
  struct Entry {
    ThreadName name{ProcessId()};
    T state;
  };
  std::deque<Entry> entries_;  // by slot; references stay valid
};

// Data about a thread's current call: empty at the beginning of each call.
template <class T>
class OfCalls {
 public:
  T& of(const Thread& thread) {
    Entry& entry = entries_.of(thread);
    if (entry.begun != thread.call.since.tick) entry = {thread.call.since.tick, {}};
    return entry.state;
  }

 private:
  struct Entry {
    Tick begun = 0;
    T state;
  };
  OfThreads<Entry> entries_;
};

// The event after the current one says that the call had no effect.
bool next_is_failure(Thread& thread);

}  // namespace fencepost::check
