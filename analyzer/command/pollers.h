// Which threads of a running job poll: they make calls that only look, and are told nothing new (record/looks_page.h).
//
// A thread that polls cannot go on before somebody else changes what it looks at. One that computes between its looks
// may well be about to go on, and so may one that asks for something outside of the job, which ends its stretch of
// looks. So a thread polls if it has used next to no processor time of its own for each look: a few instructions, or
// what it costs to sleep and to be woken. One that asks for the time may give up by itself and is given longer.
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

  // Whether the thread has done nothing but look since then.
  bool only_looks_since(const Thread& thread, Clock::time_point when) const;
  // Whether it loads a word of memory among its looks, which a signal's handler might change.
  bool loads_words(const Thread& thread) const;
  // Whether it polls, and has for that long.
  bool polls(const Thread& thread, Clock::time_point now, std::chrono::milliseconds timeout) const;

 private:
  struct Stretch {
    std::uint64_t number = 0;
    Clock::time_point since;        // first seen here
    read::Looks first, last;        // as it was then, and is now
    Clock::time_point last_look{};  // when there was one more
  };
  std::map<Thread, Stretch> stretches_;
};

}  // namespace fencepost::command
