// Order between the threads of a process that has code nobody sees.
//
// Threads may synchronize by atomics, which compilers expand in place: only instrumented code tells of them. So where a
// process runs several threads and some of its code is not instrumented, nothing may be concluded from order that is
// not seen. What its threads do is then taken as ordered in the order in which they called: each call acquires, when
// it begins, what all calls that had ended have released. That invents no finding and hides races between threads of
// the process. What it loads and stores lies somewhere between two calls: it is written behind the acquire of the
// second (as late as it can have begun), and the analyzer takes it to have ended with the release of the first.
//
// Costs a process with one thread, or whose code is all seen, a look at two flags.
#pragma once

#include <atomic>
#include <cstdint>

#include "recorder/recorder.h"

namespace fencepost::memory {

namespace detail {
extern constinit std::atomic<bool> several_threads;
}

// The program has made a thread, or has had others all along.
inline void set_several_threads() {
  detail::several_threads.store(true);
}
inline bool several_threads() {
  return detail::several_threads.load(std::memory_order_relaxed);
}

// The next number for an event of this process; 0: the program has one thread, whose events are in order anyway.
inline std::uint64_t order_among_threads() {
  return several_threads() ? record::next_order() : 0;
}

inline bool order_is_unseen() {
  return several_threads() && record::has_unseen_code();
}

// Around what is a call in this sense, on its thread, if order_is_unseen().
void acquire_calls();
void release_calls();

// What is told beside the program's MPI calls.
class OrderedEvent {
 public:
  OrderedEvent() : ordered_(order_is_unseen()) {
    if (ordered_) acquire_calls();
  }
  ~OrderedEvent() {
    if (ordered_) release_calls();
  }
  OrderedEvent(const OrderedEvent&) = delete;
  OrderedEvent& operator=(const OrderedEvent&) = delete;

 private:
  const bool ordered_;
};

}  // namespace fencepost::memory
