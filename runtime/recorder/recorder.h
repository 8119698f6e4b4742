// Writing the trace of this process. The one interface through which the interposer, the RMA runtime and the memory
// hooks record what happens; the headers included here do it for stacks, loaded objects and interpreters. All its state
// is one per process: link it into one shared object (or executable) only.
//
// Threads: everything here may be called by any thread, from the time start() returned until stop(). Before and after,
// write() and define() do nothing. A call from inside itself (a signal handler that interrupted it, a hook that it ran
// into) is dropped: nothing here deadlocks or damages the trace when called in a signal handler. A forked child records
// nothing.
// Cost: write() neither locks, allocates nor makes system calls, except one or two when a block of 64 KiB
// is full, a mapping every few megabytes, and the file of a thread's first event. define() takes a lock.
// Errors: never reported to the caller. When the trace cannot be written any more (a full disk) recording stops for
// that thread with a Lost event where it still fits, one message on stderr, and the program continues. errno is left
// alone.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <climits>

#include "record/event.h"
#include "recorder/clock.h"
#include "recorder/interpreter.h"
#include "recorder/modules.h"
#include "recorder/stacks.h"
#include "recorder/thread_trace.h"

namespace fencepost::record {

struct Settings {
  // The job's trace directory. It and the folder above it are created if need be; what leads there must exist.
  std::string directory;
  std::uint64_t job = 0;  // same in all processes
  std::string reader_in;  // the directory in which a reader shows itself (record/reading_along.h); "": `directory`
};

// Opens the traces of this process and writes the Process definition and a Module definition for each loaded object.
// The caller gives in `process` what only MPI knows; pid, host, executable, directory, command, and the clock's fields
// are filled in here where they are 0 or empty. Traces that an earlier run left in the process's folder are removed.
// The calling thread becomes thread 0. False (with a message on stderr): the directory cannot be written; the program
// runs unchecked.
bool start(const Settings& settings, const event::Process& process) noexcept;

// Ends recording in order: flushes the calling thread's segment, writes nothing more, marks all traces closed.
void stop() noexcept;

// Whether write() does anything. One relaxed load.
inline bool active() noexcept {
  return detail::recording.load(std::memory_order_relaxed);
}

// Appends to the calling thread's trace, stamped with the current time. First flushes the thread's memory segment (see
// set_segment_flush). Never inside a hook of our own.
template <class Event>
void write(const Event& event) noexcept;

// The begin and the end of a call that does not wait, written together after it: one look at the clock for both.
template <class Begin, class End>
void write_both(const Begin& begin, const End& end) noexcept;

// The same without flushing the segment: for signal handlers.
template <class Event>
void write_from_signal(const Event& event) noexcept;

// Writes out the calling thread's pending Access events. In a signal handler, only if the signal did not come from
// outside: otherwise the thread may be within a hook.
void flush_segment() noexcept;

// Appends to the definitions trace.
template <class Definition>
void define(const Definition& definition) noexcept;

// Number of the calling thread in this process, from 0. Assigned on first use. The recorder writes the ThreadBegin
// event itself before a thread's first event, and ThreadEnd when the thread exits.
std::uint64_t current_thread() noexcept;

// For code that sees threads being created: a number for a thread that is about to be (for its creator's ThreadCreate
// event). The new thread calls adopt_thread() before anything else here, so that it gets that number.
std::uint64_t reserve_thread() noexcept;
void adopt_thread(std::uint64_t thread, std::uint64_t creator) noexcept;

// In the destructors of thread-specific data, those of other libraries may still record something. So
// what ends with the thread has its own destructor called again until this round, the last one there is.
#ifdef __SANITIZE_THREAD__
inline constexpr int kLastRound = PTHREAD_DESTRUCTOR_ITERATIONS - 1;  // after it no code runs that the sanitizer made
#else
inline constexpr int kLastRound = PTHREAD_DESTRUCTOR_ITERATIONS;
#endif

// The calling thread records nothing any more. Its trace ends by itself, but not one that begins only when the thread's
// specific data is destroyed: code that may write a thread's first event then calls this in the last round.
void end_thread() noexcept;

// Operation counter of the calling thread: the number of the Transfer or AtomicOperation event about to be written.
// Called exactly once per such event, before it is written. Starts at 1.
std::uint64_t next_operation() noexcept;

// A number of this process never used before, from 1: ids of definitions and requests, and `order` of thread events.
std::uint64_t next_id() noexcept;
std::uint64_t next_order() noexcept;

// Current time in trace ticks: the processor's time stamp counter, or nanoseconds where that is not fit for it.
inline std::uint64_t now_ticks() noexcept {
  return detail::clock_ticks();
}

// runtime/memory registers here what writes out the calling thread's pending Access events; write() calls it before
// each event except Access and TouchedElements themselves, and the recorder before it closes the trace of a thread.
// `flush` must only write those.
void set_segment_flush(void (*flush)()) noexcept;
// The same for a function that a thread with a trace calls before it ends: `leave` may write events.
void set_thread_end(void (*leave)()) noexcept;

// One sentence for the report's list of blind spots; each distinct sentence is recorded once.
void blind_spot(std::string_view sentence) noexcept;

// ------------------------------------------------------------------------------------------------------------------

template <class Event>
inline void write_from_signal(const Event& event) noexcept {
  static_assert(static_cast<std::uint8_t>(Event::kKind) >= kFirstEvent, "a definition: use define()");
  detail::ThreadTrace* trace = detail::this_thread.trace;
  if (trace == nullptr) [[unlikely]] {
    trace = detail::attach_this_thread();
    if (trace == nullptr) return;
  }
  const detail::Entry entry(*trace);
  if (!entry) [[unlikely]]
    return;
  const std::uint64_t ticks = now_ticks();
  if (trace->writer.append(event, ticks)) [[likely]]
    return;
  if (detail::make_room(*trace, encoding::bound_of(event))) trace->writer.append(event, ticks);
}

inline void flush_segment() noexcept {
  if (!active()) return;
  if (auto* const flush = detail::segment_flush.load(std::memory_order_relaxed)) flush();
}

template <class Event>
inline void write(const Event& event) noexcept {
  if (!active()) return;
  if constexpr (Event::kKind != EventKind::kAccess && Event::kKind != EventKind::kTouchedElements) {
    if (auto* const flush = detail::segment_flush.load(std::memory_order_relaxed)) flush();
  }
  write_from_signal(event);
}

template <class Begin, class End>
inline void write_both(const Begin& begin, const End& end) noexcept {
  if (!active()) return;
  if (auto* const flush = detail::segment_flush.load(std::memory_order_relaxed)) flush();
  if (detail::ThreadTrace* const trace = detail::this_thread.trace; trace != nullptr) [[likely]] {
    const detail::Entry entry(*trace);
    if (!entry) [[unlikely]]
      return;
    if (trace->writer.append_both(begin, end, now_ticks())) [[likely]]
      return;
  }
  write_from_signal(begin);
  write_from_signal(end);
}

template <class Definition>
inline void define(const Definition& definition) noexcept {
  static_assert(static_cast<std::uint8_t>(Definition::kKind) < kFirstEvent, "an event: use write()");
  const detail::DefinitionsEntry entry;
  if (!entry) return;
  const std::uint64_t ticks = now_ticks();
  if (entry.writer().append(definition, ticks)) return;
  if (detail::make_definitions_room(encoding::bound_of(definition))) entry.writer().append(definition, ticks);
}

}  // namespace fencepost::record
