// The traces of the threads: made on a thread's first event, closed when it ends.
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <pthread.h>
#include <unistd.h>

#include <climits>

#include "record/reading_along.h"
#include "recorder/invariant.h"
#include "recorder/limit.h"
#include "recorder/looks_file.h"
#include "recorder/process.h"
#include "recorder/recorder.h"
#include "recorder/room.h"
#include "recorder/stacks.h"

namespace fencepost::record {

namespace detail {

constinit std::atomic<bool> recording{false};
constinit std::atomic<void (*)()> segment_flush{nullptr};
constinit std::atomic<void (*)()> thread_end{nullptr};
constinit thread_local ThreadState this_thread __attribute__((tls_model("initial-exec")));

namespace {

void end(ThreadTrace* trace) {
  FENCEPOST_EXPECT(trace->attached, "the trace of a thread that ends is that thread's");
  if (active() && this_thread.trace == trace && trace->writer.is_open()) {
    if (auto* const leave = thread_end.load(std::memory_order_relaxed)) leave();
    write(event::ThreadEnd{});
  }
  this_thread.trace = nullptr;
  this_thread.ended = true;
  forget_looks();
  const DefinitionsEntry entry;                                   // not while stop() closes it
  if (entry && trace->run == process.run) trace->writer.close();  // another thread may have this object next
  trace->attached = false;
}

void thread_ends(void* argument) {
  auto* const trace = static_cast<ThreadTrace*>(argument);
  if (++trace->destructor_rounds < kLastRound && pthread_setspecific(thread_key(), trace) == 0) return;
  end(trace);
}

}  // namespace

pthread_key_t thread_key() noexcept {
  static constinit pthread_key_t key = 0;
  static constinit pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, [] { pthread_key_create(&key, thread_ends); });
  return key;
}

ThreadTrace* attach_this_thread() noexcept {
  if (!active() || this_thread.ended) return nullptr;
  const UnnoticedByProgram keep;
  ThreadTrace* trace = nullptr;
  {
    const DefinitionsEntry entry;
    if (!entry) return nullptr;
    trace = process.threads;
    while (trace != nullptr && trace->attached) trace = trace->next;
    if (trace == nullptr) {
      auto* const memory = map_memory(sizeof(ThreadTrace));
      if (memory == nullptr) return nullptr;
      trace = new (memory) ThreadTrace;
      trace->next = process.threads;
      process.threads = trace;
    }
    trace->attached = true;
    forget_cached_stacks(trace->stack_cache);
    trace->failed = false;
    trace->run = process.run;
    trace->operations = 0;
    trace->destructor_rounds = 0;
    trace->number = this_thread.reserved_number != 0 ? this_thread.reserved_number - 1 : process.next_thread++;
    trace->creator = this_thread.reserved_number != 0 ? this_thread.reserved_creator : trace->number;
  }
  pthread_setspecific(thread_key(), trace);
  this_thread.trace = trace;
  return trace;
}

namespace {

// A thread that lived through stop() and another start().
void join_new_run(ThreadTrace& trace) {
  trace.run = process.run;
  trace.failed = false;
  trace.number = process.next_thread++;
  trace.creator = trace.number;
  trace.operations = 0;
}

// Takes a file that the reader has left: then it is at `path`.
bool take_spare(const char* path) {
  char spare[PATH_MAX];
  const std::uint64_t number = process.next_spare.load(std::memory_order_relaxed);
  const int length = snprintf(spare, sizeof spare, "%s/%s%llu.fpt", process.folder, format::kSpareFile,
                              static_cast<unsigned long long>(number));
  if (length < 0 || static_cast<std::size_t>(length) >= sizeof spare || rename(spare, path) != 0) return false;
  ++process.next_spare;  // each number exists once
  return true;
}

// Called by the thread itself.
void define_task(std::uint64_t thread) {
  if (!recording.load(std::memory_order_relaxed) || this_thread.told_task_of == thread + 1) return;
  this_thread.told_task_of = thread + 1;
  define(event::ThreadTask{.thread = thread, .task = static_cast<std::uint64_t>(gettid())});
}

int open(ThreadTrace& trace) {
  const int length = snprintf(trace.path, sizeof trace.path, "%s/thread-%llu.fpt", process.folder,
                              static_cast<unsigned long long>(trace.number));
  if (length < 0 || static_cast<std::size_t>(length) >= sizeof trace.path) return ENAMETOOLONG;
  const int error = trace.writer.open(trace.path,
                                      {.kind = format::TraceKind::kThread,
                                       .rank = static_cast<std::uint32_t>(process.rank),
                                       .thread = static_cast<std::uint32_t>(trace.number),
                                       .job = process.job,
                                       .start_ticks = process.start_ticks},
                                      take_spare(trace.path));
  if (error != 0) return error;
  trace.writer.append(event::ThreadBegin{.thread = trace.number, .creator = trace.creator}, clock_ticks());
  define_task(trace.number);
  define(event::ThreadTrace{.thread = trace.number});  // now that it is there
  return 0;
}

// Records nothing more of this thread. Its trace says so if it has one, and so do the definitions, which may still
// have room.
void give_up(ThreadTrace& trace, const char* why) {
  if (trace.writer.is_open()) {
    char text[200];
    snprintf(text, sizeof text, "the trace could not be written any more: %.50s", why);
    trace.writer.append_lost(0, text, clock_ticks());
  } else {
    define(event::ThreadTrace{.thread = trace.number, .problem = why});
  }
  trace.failed = true;
  complain(trace.path, why);
}

}  // namespace

bool make_room(ThreadTrace& trace, std::size_t bytes) noexcept {
  if (trace.run != process.run) join_new_run(trace);
  if (trace.failed) return false;
  const UnnoticedByProgram keep;
  if (!trace.writer.is_open()) {
    if (const int error = open(trace); error != 0) {
      give_up(trace, strerror(error));
      return false;
    }
  }
  if (bytes > format::kLargestEvent) {
    const event::Lost lost{.events = 1, .reason = "an event larger than a trace can hold"};
    if (make_room(trace, encoding::bound_of(lost))) trace.writer.append(lost, clock_ticks());
    return false;
  }
  if (!wait_for_limit()) {
    give_up(trace, "it has reached its limit (--trace-limit)");
    return false;
  }
  Patience patience;
  int error = trace.writer.make_room(bytes);
  while (error == ENOSPC && patience.wait()) error = trace.writer.make_room(bytes);
  if (error == 0) return true;
  give_up(trace, strerror(error));
  return false;
}

}  // namespace detail

std::uint64_t current_thread() noexcept {
  detail::ThreadTrace* trace = detail::this_thread.trace;
  if (trace == nullptr) trace = detail::attach_this_thread();
  if (trace == nullptr) return 0;
  if (trace->run != detail::process.run) detail::join_new_run(*trace);
  return trace->number;
}

std::uint64_t reserve_thread() noexcept {
  return detail::process.next_thread++;
}

void adopt_thread(std::uint64_t thread, std::uint64_t creator) noexcept {
  detail::this_thread.reserved_number = thread + 1;
  detail::this_thread.reserved_creator = creator;
  detail::define_task(thread);
}

void end_thread() noexcept {
  detail::ThreadTrace* const trace = detail::this_thread.trace;
  if (trace == nullptr) return;
  pthread_setspecific(detail::thread_key(), nullptr);
  detail::end(trace);
}

std::uint64_t next_operation() noexcept {
  detail::ThreadTrace* trace = detail::this_thread.trace;
  if (trace == nullptr) trace = detail::attach_this_thread();
  if (trace == nullptr) return 0;
  if (trace->run != detail::process.run) detail::join_new_run(*trace);
  return ++trace->operations;
}

std::uint64_t next_id() noexcept {
  return detail::process.next_id.fetch_add(1, std::memory_order_relaxed);
}
std::uint64_t next_order() noexcept {
  return detail::process.next_order.fetch_add(1, std::memory_order_acq_rel);
}

void set_segment_flush(void (*flush)()) noexcept {
  detail::segment_flush.store(flush, std::memory_order_release);
}

void set_thread_end(void (*leave)()) noexcept {
  detail::thread_end.store(leave, std::memory_order_release);
}

}  // namespace fencepost::record
