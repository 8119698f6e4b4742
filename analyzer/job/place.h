// Where something happened: in the source and in the order of the run.
#pragma once

#include <cstdint>

#include "ids/ids.h"
#include "record/vocabulary.h"

namespace fencepost {

// A place in the program. `stack` is of the process; `pc` a single return address, for
// loads and stores (then `stack` holds its callers). Turned into source by a Symbolizer.
struct Place {
  ProcessId process;
  ThreadId thread = kMainThread;
  MpiCall call = MpiCall::kNone;
  StackId stack;
  std::uint64_t pc = 0;
  bool at_volatile = false;  // no call and no stack: a thread has written a volatile variable that another one reads
  bool known() const { return process.known(); }
  ThreadName by() const { return {process, thread}; }
  friend bool operator==(const Place&, const Place&) = default;
};

// A place and when it was reached.
struct PlaceInRun : Place {
  std::uint64_t order = 0;  // like Moment::order
};

// A point in the replayed run. Points are compared with Job::happened_before.
struct Moment {
  ProcessId process;
  ThreadId thread = kMainThread;
  std::uint32_t stream = 0;  // dense number of the (process, thread)
  std::uint32_t tick = 0;    // position in that thread, in units of synchronization events
  std::uint64_t event = 0;   // number of the event in its thread, from 1
  std::uint64_t time = 0;    // ticks of the process's clock
  std::uint64_t order = 0;   // position in the replay: if a happened before b, a.order < b.order
  ThreadName by() const { return {process, thread}; }
};

}  // namespace fencepost
