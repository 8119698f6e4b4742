#include "tracking/several_threads.h"

namespace fencepost::memory {

constinit std::atomic<bool> detail::several_threads{false};

constinit OrdersEvents detail::acquire_before = nullptr, detail::release_after = nullptr;

bool order_events_by(OrdersEvents acquire, OrdersEvents release) {
  detail::acquire_before = acquire;
  detail::release_after = release;
  return true;
}

}  // namespace fencepost::memory
