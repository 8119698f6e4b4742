// One thread's stream without the parts that its worker leaves out: where to continue, and the numbers that later
// events have as if nothing had been left out.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "job/source.h"
#include "periods/share.h"

namespace fencepost::periods {

// By skip of a share: the numbers that were left out before its end, of all threads. The same for all of them, and
// large if there are many: made once.
using NumbersLeftOut = std::vector<AllSequences>;
NumbersLeftOut numbers_left_out(const Periods& periods, const Share& share);

class Skipper {
 public:
  // For the thread of process `of.process()`. `of` and `numbers`, those of the share, outlive it.
  Skipper(const ProcessBook& of, const Periods& periods, const Share& share, const NumbersLeftOut& numbers);

  // Before the next event is read. Null: read on; otherwise the stream continues there.
  const StreamPlace* due();
  std::uint64_t left_at() const { return left_[next_ - 1].after; }  // where the last part that is left out begins
  // The period of the last event that was read.
  std::size_t period() const { return period_; }
  // The event that was read; `own` becomes it if its numbers must be adjusted.
  const TimedEvent* taken(const TimedEvent* event, TimedEvent& own);

 private:
  struct Left {
    std::uint64_t after = 0;  // events
    StreamPlace to;
    std::uint64_t operations_before = 0, operations = 0;  // of the thread: before that place, and left out
  };
  void adjust(event::AtomicOperation& atomic);
  void adjust(event::Executed& executed);
  template <class LockEvent>
  void adjust_lock(LockEvent& event) {
    if (const GroupBook* const window = of_.window(event.window))
      event.sequence -= shift_of({.window = window->key, .process = {}, .target = Rank(event.target)});
  }
  std::uint64_t shift_of(const Counter& counter) const;

  const ProcessBook& of_;
  const std::vector<ThreadBook::Cut>& cuts_;
  const NumbersLeftOut& numbers_;
  std::size_t period_ = 0;
  std::vector<Left> left_;
  std::size_t next_ = 0;
  std::uint64_t events_ = 0;
  bool adjusting_ = false;  // something was left out
  std::uint64_t operations_ = 0, operations_left_out_ = 0;
  std::unordered_map<std::uint64_t, ProcessId> unexecuted_;  // number of the operation → process of its target
};

}  // namespace fencepost::periods
