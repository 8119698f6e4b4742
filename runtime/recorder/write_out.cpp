#include "recorder/write_out.h"

#include <atomic>
#include <cstdint>
#include <unistd.h>

#include "recorder/looks.h"
#include "recorder/process.h"
#include "recorder/recorder.h"
#include "recorder/thread_trace.h"

namespace fencepost::record {
namespace {

constexpr std::uint64_t kMicroseconds = 20'000;

constinit thread_local std::uint64_t written_out __attribute__((tls_model("initial-exec"))) = 0;  // when, in ticks

}  // namespace

void write_out_before_pause() noexcept {
  const detail::ThreadTrace* const trace = detail::this_thread.trace;
  const bool inside = trace != nullptr && trace->busy.load(std::memory_order_relaxed);  // a pause of our own
  if (inside || detail::looks_of_thread.in_call) return;
  const std::uint64_t now = now_ticks();
  if (now - written_out < detail::ticks_of(kMicroseconds)) return;
  written_out = now;
  flush_segment();
}

void write_out_at_end() noexcept {
  // The child of a vfork() has our memory, and ends so if it cannot execute what it was made for.
  if (getpid() != detail::process.pid) return;
  flush_segment();
  // Its own process is named as the sender: that tells it from exit(). (In a call of MPI it is the library that ends
  // the process.)
  if (!detail::looks_of_thread.in_call)
    write_from_signal(event::Signal{
        .number = 0, .stack = current_stack(), .sender = static_cast<std::uint64_t>(detail::process.pid)});
}

}  // namespace fencepost::record
