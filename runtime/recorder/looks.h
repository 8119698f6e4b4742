// Which threads look again and again without learning anything, for the watch of the job (record/looks_page.h).
//
// If a thread that polls gets the same answer again, that is not recorded again: a fetch that has got the same value as
// before, when nobody has updated anything there since, and the flush after it. It is as if the program had not looked:
// the trace has the first looks, which know all that later ones know, and the look that gets a new answer.
//
// Threads: any thread, for itself; also before start() and after stop(), when nothing is kept.
// Cost: a few stores for each call; processor time is measured only for threads that have looked for a
// while and let much time pass between two looks.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "record/event.h"
#include "record/looks_page.h"
#include "record/vocabulary.h"

namespace fencepost::record {

// As record/looks_page.h says.
struct Look {
  MpiCall call = MpiCall::kNone;
  format::LooksFor what = format::LooksFor::kNothing;
  std::uint64_t stack = 0;
  std::uint64_t window = 0;
  std::int64_t target = 0;
  std::int64_t displacement = 0;
  const void* buffer = nullptr;  // where the answer goes
  std::uint64_t communicator = 0;
  std::int64_t source = 0, tag = 0;
  std::span<const std::uint64_t> requests;
  bool needs_one = false;
  std::span<const std::byte> seen;  // the answer; empty: nothing new
};

// Locks that are not recorded yet (rma/unrecorded_locks.h).
class HeldLocks {
 public:
  virtual void record_own() noexcept = 0;  // with write_from_signal()

 protected:
  ~HeldLocks() = default;
};

namespace detail {

// The number of the last atomic operation that a thread has executed on a process's memory.
struct SeenNumber {
  const void* memory = nullptr;
  std::uint64_t number = 0;
};

struct LookState {
  format::ThreadLooks* page = nullptr;
  std::uint64_t run = 0;          // which start() the page belongs to
  bool in_call = false;           // one of the program's calls of MPI
  bool has_looked = false;        // in this call
  std::uint32_t expected = 0;     // place of the next look
  std::uint64_t left = 0;         // when the last call ended, in ticks
  std::uint64_t measured = 0;     // when the processor time was asked for, in ticks
  std::uint64_t processor = 0;    // what it was, in nanoseconds
  std::uint64_t short_gaps = 0;   // ticks between looks that are not in the page yet
  std::uint32_t close_looks = 0;  // this many calls are still to be measured exactly
  std::uint64_t changes = 0;      // as of the last call
  std::uint32_t at = 0;           // place of the last look
  SeenNumber seen[4];
  std::uint64_t pause = 0;               // processor time when it began to sleep, or 0
  std::uint64_t paused = 0;              // processor time that sleeping has cost since the last call
  std::uint32_t pauses = 0;              // how often it began to sleep
  std::uint32_t accesses = 0;            // that hooks have recorded since the last call ended
  std::uint32_t pauses_before_word = 0;  // as of the last look at a word
  const void* word = nullptr;            // it was at this one
  std::uint64_t word_stack = 0;
  // For a thread that polls, to record before anything that comes next: locks; MPI_Win_sync.
  HeldLocks* held_locks = nullptr;
  event::WindowSync held_sync;  // window 0: none
};
extern constinit thread_local LookState looks_of_thread __attribute__((tls_model("initial-exec")));

extern std::atomic<std::uint64_t> changes;  // of this process: changes that calls have made after they had returned

std::uint64_t ticks_of(std::uint64_t microseconds) noexcept;
void end_stretch(LookState& state) noexcept;
void measure_gap(LookState& state) noexcept;
void measure_from_here(LookState& state) noexcept;

}  // namespace detail

// Around each call of the program. A call without looked() in between ends the stretch.
inline void call_begins() noexcept {
  detail::LookState& state = detail::looks_of_thread;
  state.in_call = true;
  state.has_looked = false;
  if (state.page != nullptr && state.page->looks > 1) detail::measure_gap(state);
}
inline void call_ends() noexcept {
  detail::LookState& state = detail::looks_of_thread;
  state.in_call = false;
  if (state.page == nullptr || state.page->looks == 0) return;
  const std::uint64_t changes = detail::changes.load(std::memory_order_relaxed);
  if (!state.has_looked || changes != state.changes) [[unlikely]] {
    state.changes = changes;
    return detail::end_stretch(state);
  }
  if (state.page->looks > 1) detail::measure_from_here(state);
}

// The call that has begun is not over with call_ends(): its entry point makes another attempt.
inline void call_goes_on() noexcept {
  detail::looks_of_thread.has_looked = true;
}

// The call that has begun only looks. Returns whether it got the same answer as before.
bool looked(const Look& look) noexcept;

// Whether the thread has looked in vain for so long that the same answer need not be recorded once more.
inline bool polls() noexcept {
  constexpr std::uint64_t kRecorded = 1024;
  const detail::LookState& state = detail::looks_of_thread;
  return state.page != nullptr && state.page->looks >= kRecorded;
}
// Whether the thread has recorded an operation since its last look was recorded; from now on, it has.
bool recorded_more_since() noexcept;
void is_recorded() noexcept;
// The thread polls with MPI_Win_sync, or under a lock that it takes anew each time. Such a call is recorded once more
// only if something else follows it: before that, and before what the thread has loaded and stored since
// it last recorded something.
inline void hold(const event::WindowSync& sync) noexcept {
  detail::looks_of_thread.held_sync = sync;
}
inline void hold(HeldLocks* locks) noexcept {  // null: none any more
  detail::looks_of_thread.held_locks = locks;
}
inline HeldLocks* held_locks() noexcept {
  return detail::looks_of_thread.held_locks;
}
void write_held() noexcept;  // recorder.cpp
inline bool holds_something() noexcept {
  const detail::LookState& state = detail::looks_of_thread;
  return state.held_sync.window != 0 || state.held_locks != nullptr;
}
inline void write_what_is_held() noexcept {
  if (holds_something()) [[unlikely]]
    write_held();
}
// The number of the thread's last atomic operation on that memory; 0: not known. And: it has taken another one.
std::uint64_t number_seen(const void* memory) noexcept;
void saw_number(const void* memory, std::uint64_t number) noexcept;

// Hooks have recorded an access of the thread: mostly a look at the answer that it got. The time for that is not work
// of the program.
inline void has_recorded_access() noexcept {
  ++detail::looks_of_thread.accesses;
}

// What was executed after its call had returned has changed something after all. Any thread.
inline void has_changed_something() noexcept {
  detail::changes.fetch_add(1, std::memory_order_relaxed);
}

// Between two calls of MPI: the thread sleeps or yields; it asks for the time; it asks for something that need not come
// from a rank of the job (a file, a socket), so it may well get a new answer.
void pauses() noexcept;
void resumes() noexcept;
void asks_the_time() noexcept;
void looks_outside() noexcept;

// The thread has loaded a word of its memory once more and got the same value. That is a look if the thread has
// paused since the last one: a thread that looks at a flag between two steps of a computation continues at once.
void awaits_word(const void* word, std::uint64_t value) noexcept;
bool paused_since_word() noexcept;

}  // namespace fencepost::record
