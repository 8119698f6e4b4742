#include "services/thread.h"

namespace fencepost::check {

bool next_is_failure(Thread& thread) {
  const TimedEvent* next = thread.cursor.ahead(1);
  return next != nullptr && std::holds_alternative<event::CallFailed>(next->event);
}

}  // namespace fencepost::check
