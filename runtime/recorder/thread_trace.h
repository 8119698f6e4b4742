// The state behind write() and define(), here because they are inline. Nobody else's business.
#pragma once

#include <atomic>
#include <cstdint>

#include <climits>

#include "recorder/trace_writer.h"

namespace fencepost::record::detail {

extern std::atomic<bool> recording;
extern std::atomic<bool> unseen_code;
extern std::atomic<void (*)()> segment_flush;
extern std::atomic<void (*)()> thread_end;

struct InterpretedStacks;
struct StackCache;

// Of one thread. Never freed, but used again by a later thread when its thread has ended.
struct ThreadTrace {
  TraceWriter writer;
  // The thread is inside the recorder. Seen by its own signal handlers, and by stop(), which closes no trace in use.
  std::atomic<bool> busy{false};
  bool failed = false;    // not recording any more: a full disk
  std::uint64_t run = 0;  // which start() it belongs to
  std::uint64_t number = 0;
  std::uint64_t creator = 0;
  std::uint64_t operations = 0;
  int destructor_rounds = 0;
  std::atomic<bool> attached{false};  // to a living thread
  StackCache* stack_cache = nullptr;
  InterpretedStacks* interpreted = nullptr;
  ThreadTrace* next = nullptr;
  char path[PATH_MAX] = {};
};

struct ThreadState {
  ThreadTrace* trace = nullptr;
  bool inside_definitions = false;
  bool ended = false;                 // its trace is closed because the thread is about to end
  std::uint64_t reserved_number = 0;  // + 1; 0: none
  std::uint64_t reserved_creator = 0;
  std::uint64_t told_task_of = 0;  // the number + 1 with which a ThreadTask was defined
};
// Initial-exec: an access costs one instruction and never allocates, in a preloaded library too.
extern constinit thread_local ThreadState this_thread __attribute__((tls_model("initial-exec")));

// The calling thread's trace, made on first use; null when nothing is recorded (any more).
ThreadTrace* attach_this_thread() noexcept;

// Room for an event of at most `bytes`; opens the file if need be. False: there is none.
bool make_room(ThreadTrace& trace, std::size_t bytes) noexcept;

// The calling thread's way into its trace. False: recording is over, or it is inside already.
class Entry {
 public:
  explicit Entry(ThreadTrace& trace) : trace_(trace) {
    if (trace.busy.load(std::memory_order_relaxed)) [[unlikely]]
      return;
    trace.busy.store(true, std::memory_order_relaxed);
    std::atomic_signal_fence(std::memory_order_seq_cst);
    // Not before: stop() first ends recording and then (with a barrier on all processors) looks at `busy`.
    entered_ = true;
    allowed_ = recording.load(std::memory_order_relaxed);
  }
  ~Entry() {
    std::atomic_signal_fence(std::memory_order_seq_cst);
    if (entered_) trace_.busy.store(false, std::memory_order_release);
  }
  Entry(const Entry&) = delete;
  Entry& operator=(const Entry&) = delete;
  explicit operator bool() const { return allowed_; }

 private:
  ThreadTrace& trace_;
  bool entered_ = false;
  bool allowed_ = false;
};

// The calling thread's way into the definitions and everything else that is shared, under the lock. False as above.
class DefinitionsEntry {
 public:
  DefinitionsEntry() noexcept;
  ~DefinitionsEntry();
  DefinitionsEntry(const DefinitionsEntry&) = delete;
  DefinitionsEntry& operator=(const DefinitionsEntry&) = delete;
  explicit operator bool() const { return allowed_; }
  TraceWriter& writer() const;

 private:
  bool entered_ = false;
  bool allowed_ = false;
};
bool make_definitions_room(std::size_t bytes) noexcept;

}  // namespace fencepost::record::detail
