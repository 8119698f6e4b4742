// Which threads of a running job poll: they make calls that only look, and get no new answer (record/looks_page.h).
//
// A polling thread cannot continue before another process changes what it looks at. One that computes between its looks
// may be about to continue. So may one that asks for something outside of the job, which ends its stretch of looks. So
// a thread polls if each look costs it next to no processor time of its own: a few instructions, or sleeping and waking
// up. One that asks for the time may give up by itself and gets longer.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <utility>

#include "read/looks.h"

namespace fencepost::command {

class Pollers {
 public:
  using Clock = std::chrono::steady_clock;
  using Thread = std::pair<std::uint64_t, std::uint64_t>;  // rank, number in the process

  // Whether the thread has done no work of its own between these looks.
  static bool is_idle(const read::Looks& looks);

  // Looks at the pages of the job in `trace`.
  void look(Clock::time_point now, const std::filesystem::path& trace);

  // Whether the thread has only looked since then.
  bool only_looks_since(const Thread& thread, Clock::time_point when) const;
  // Whether its looks load a word of memory, which a signal handler might change.
  bool loads_words(const Thread& thread) const;
  // Whether it polls, and has polled for that long.
  bool polls(const Thread& thread, Clock::time_point now, std::chrono::milliseconds timeout) const;

 private:
  struct Stretch {
    std::uint64_t number = 0;
    Clock::time_point since;        // first seen here
    read::Looks first, last;        // then, and now
    Clock::time_point last_look{};  // the time of its last new look
  };
  std::map<Thread, Stretch> stretches_;
};

}  // namespace fencepost::command
