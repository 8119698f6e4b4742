// One event as read from a trace, with a switch over all kinds.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>

#include "record/event.h"

namespace fencepost::read {

// A value: may be copied. The text and lists that it holds are views into memory of its stream (see EventStream).
class RecordedEvent {
 public:
  EventKind kind() const { return kind_; }
  // Time in ticks of the process's clock (Process::ticks_per_second), absolute.
  std::uint64_t ticks() const { return ticks_; }
  // Whether this version knows the kind. Unknown kinds have only kind and ticks.
  bool is_known() const { return known_; }

  // The event itself; null if it is of another kind.
  template <class Event>
  const Event* get_if() const {
    return known_ && kind_ == Event::kKind ? &stored<Event>() : nullptr;
  }
  template <class Event>
  const Event& get() const {
    assert(known_ && kind_ == Event::kKind);
    return stored<Event>();
  }

 private:
  friend class EventDecoder;

#define EVENT_BEGIN(name, number, ...) sizeof(event::name),
#define FIELD(type, name)
#define EVENT_END(name)
  static constexpr std::size_t kLargest = std::max({
#include "record/events.def"
  });
#undef EVENT_BEGIN
#undef FIELD
#undef EVENT_END

  template <class Event>
  const Event& stored() const {
    return *std::launder(reinterpret_cast<const Event*>(storage_));
  }

  EventKind kind_ = EventKind::kEndOfBlock;
  bool known_ = false;
  std::uint64_t ticks_ = 0;
  alignas(8) std::byte storage_[kLargest];
};

// Calls visitor(event) with the event's own type. The visitor takes every struct of namespace event (a generic lambda
// for those that it ignores). False: a kind that this version does not know; the visitor was not called.
template <class Visitor>
bool visit(const RecordedEvent& event, Visitor&& visitor) {
  if (!event.is_known()) return false;
  switch (event.kind()) {
#define EVENT_BEGIN(name, number, ...) \
  case EventKind::k##name:             \
    visitor(event.get<event::name>()); \
    return true;
#define FIELD(type, name)
#define EVENT_END(name)
#include "record/events.def"
#undef EVENT_BEGIN
#undef FIELD
#undef EVENT_END
    case EventKind::kEndOfBlock:
      break;
  }
  return false;
}

}  // namespace fencepost::read
