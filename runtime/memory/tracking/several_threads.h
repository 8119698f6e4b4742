// Whether the program has more than one thread: what we track and record of it depends on that.
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

// What orders such an event among the calls of other threads (segments/call_order.cpp, which registers itself).
using OrdersEvents = void (*)();
bool order_events_by(OrdersEvents acquire, OrdersEvents release);

namespace detail {
extern constinit OrdersEvents acquire_before, release_after;
}

// What is recorded besides the program's MPI calls.
class OrderedEvent {
 public:
  OrderedEvent() : ordered_(order_is_unseen() && detail::acquire_before != nullptr) {
    if (ordered_) detail::acquire_before();
  }
  ~OrderedEvent() {
    if (ordered_) detail::release_after();
  }
  OrderedEvent(const OrderedEvent&) = delete;
  OrderedEvent& operator=(const OrderedEvent&) = delete;

 private:
  const bool ordered_;
};

}  // namespace fencepost::memory
