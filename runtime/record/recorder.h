// Writing the trace of this process. The one interface through which the interposer, the RMA runtime and the memory
// hooks record what happens.
//
// Threads: everything here may be called by any thread, from the time start() returned until stop(). Before and after,
// write() and define() do nothing. None of it may be called from inside itself (a signal handler uses signal_safe_*).
// Cost: write() neither locks, allocates nor makes system calls, but for a mapping every few megabytes and the file of a
// thread's first event. define() takes a lock.
// Errors: never reported to the caller. When the trace cannot be written any more (a full disk) recording stops for that
// thread with a Lost event where it still fits, one message on stderr, and the program goes on.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "record/event.h"

namespace fencepost::record {

struct Settings {
  std::string directory;     // the run's trace directory (exists or is created)
  std::uint64_t job = 0;     // same in all processes
};

// Opens the traces of this process and writes the Process definition. False (with a message on stderr): the directory
// cannot be written; the program runs unchecked.
bool start(const Settings& settings, const event::Process& process);

// Ends recording in order: flushes segments, writes nothing more, marks all traces closed.
void stop();

// Whether write() does anything. One relaxed load.
bool active();

// Appends to the calling thread's trace, stamped with the current time. First flushes the thread's memory segment (see
// set_segment_flush). Never inside a hook of our own.
template <class Event>
void write(const Event& event);

// Appends to the definitions trace.
template <class Definition>
void define(const Definition& definition);

// The Stack definition of the calling thread's current call stack, beginning at the innermost frame outside Fencepost's own
// libraries and the MPI library. Returns the same id for the same stack; defines it on first sight; 0 when unwinding is
// off or fails. Cheap on repetition (a cache validated against the return addresses on the stack).
std::uint64_t current_stack();

// Number of the calling thread in this process, from 0. Assigned on first use.
std::uint64_t current_thread();

// Operation counter of the calling thread: the number of the Transfer or AtomicOperation event about to be written.
// Called exactly once per such event, before it is written. Starts at 1.
std::uint64_t next_operation();

// A number of this process never used before, from 1: ids of definitions and requests, and `order` of thread events.
std::uint64_t next_id();
std::uint64_t next_order();

// Current time in trace ticks.
std::uint64_t now_ticks();

// runtime/memory registers here what writes out the calling thread's pending Access events; write() calls it before each
// event but Access itself. `flush` must only write Access events.
void set_segment_flush(void (*flush)());

// One sentence for the report's list of blind spots; each distinct sentence is recorded once.
void blind_spot(std::string_view sentence);

}  // namespace fencepost::record


