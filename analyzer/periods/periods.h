// The periods of a run, from the books of all its threads: a cut is a meeting of all processes at which none has
// anything under way, and a period is what lies between two consecutive cuts.
#pragma once

#include <cstdint>
#include <vector>

#include "periods/thread_book.h"

namespace fencepost::periods {

struct Period {
  bool can_be_skipped = false;  // by a worker for which its events do not matter
  std::uint64_t events = 0;
  AllSequences sequences;
};

// Period p begins with cut p - 1 and ends with cut p. The first period begins, and the last one ends, with the run.
struct Periods {
  std::vector<Period> periods;  // empty: the run cannot be divided
  struct OfThread {
    std::vector<ThreadBook::Cut> cuts;              // one less than periods
    std::vector<std::vector<std::uint64_t>> kinds;  // of each period: see Stretch
  };
  PerProcess<OfThread> threads;  // the only one of each process
  std::uint64_t events() const;
};

// `books`: of the one thread of each process.
Periods find_periods(PerProcess<ThreadBook::Result> books);

}  // namespace fencepost::periods
