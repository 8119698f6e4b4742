// A thread as services and chapters see it: its events, its place in the clocks, the call it is in.
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

// What the thread knows, and how others know it. Changed by Clocks only.
class ThreadClock {
 public:
  static constexpr StreamNumber kNoNumber = ~StreamNumber{0};
  const order::Clocks& known() const { return clock_; }  // what happened before, without the thread itself

  StreamNumber number = kNoNumber;  // its place in the clocks, from its first event on
  Tick tick = 0;                    // of the event in hand or last replayed
  Tick last_said = 0;               // of the last event of which others can know, or which has accesses before it
  bool begun = false;               // it has its place

 private:
  friend class Clocks;
  order::Clocks clock_;
  SharedClocks shared_;  // the same, shared by accesses; null after a change
};

// The call that a thread is in (Begin seen, End not). What a chapter needs beside it keeps for itself (OfCalls).
struct CallInHand {
  bool active = false;
  bool refused = false;  // CallFailed follows: it had no effect
  EventKind kind = EventKind::kEndOfBlock;
  Place place;
  Moment since;
  order::NodeName node;
  // What the call is about, as far as its chapter has said so.
  WindowKey window;                // key
  int target = -1;                 // window rank
  std::uint64_t communicator = 0;  // id
  std::int64_t peer = 0, tag = 0;
  ThreadWait of_threads;
  std::uint64_t holder = 0;  // the task that has the lock which it waits for
};

struct Thread : schedule::Stream, ThreadClock {
  using Stream::Stream;
  std::uint64_t events = 0;      // replayed
  std::uint64_t operations = 0;  // of these, RMA operations
  CallInHand call;
};

// What somebody keeps of each thread that is open.
template <class T>
class OfThreads {
 public:
  T& of(const Thread& thread) {
    while (entries_.size() <= thread.slot) entries_.emplace_back();
    Entry& entry = entries_[thread.slot];
    if (entry.name != thread.name) entry = {thread.name, {}};  // of one that has left
    return entry.state;
  }

 private:
  struct Entry {
    ThreadName name{-1, -1};
    T state;
  };
  std::deque<Entry> entries_;  // by slot; references stay valid
};

// What somebody keeps of the call that a thread is in: nothing at first, with each call.
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

// The event after the one in hand says that the call had no effect.
bool next_is_failure(Thread& thread);

}  // namespace fencepost::check
