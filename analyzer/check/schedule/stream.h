// A thread as the scheduler sees it: its events, and whether it can continue.
#pragma once

#include <cstddef>
#include <cstdint>

#include "job/source.h"
#include "schedule/cursor.h"

namespace fencepost::schedule {

using StreamSlot = std::uint32_t;  // a thread's slot in the directory; used again when the thread has left

// What an event waits for; this matters when no thread can continue.
enum class Lack : std::uint8_t {
  kEvent,       // some event of another thread
  kOwnProcess,  // of a thread of its own process, which continues when that one does
  kNumber,      // of a sequence of numbers, one of which may be lost
};

// What a thread waits for while it is parked.
struct Waiting {
  bool parked = false;
  Lack lack = Lack::kEvent;
  ProcessId process;        // the process, if it is one
  bool for_others = false;  // others have to come as far (Scheduler::caught_up)
};

struct Stream {
  Stream(ThreadName name_, StreamSlot slot_, EventStream& source) : name(name_), slot(slot_), cursor(source) {}
  virtual ~Stream() = default;
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  ThreadName name;
  StreamSlot slot;
  Cursor cursor;
  bool ended = false;  // its end, or the end of its trace, was replayed
  bool queued = false;
  bool forced = false;  // replay the next event although it is not ready
  Waiting waiting;
  std::size_t looked_ahead = 0;     // events after the current one that were scanned
  std::uint64_t missing_since = 0;  // the round in which a thread named by the current event was first looked for
  void pop() {
    cursor.pop();
    if (looked_ahead > 0) --looked_ahead;
    missing_since = 0;
  }
};

}  // namespace fencepost::schedule
