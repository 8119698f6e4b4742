// Where an event comes from and what it does to its thread's call, from the event itself and its facts in events.def.
#pragma once

#include "job/place.h"
#include "job/source.h"

namespace fencepost::check {

template <class Event>
concept HasStack = requires(const Event& event) { event.stack; };
template <class Event>
concept HasCall = requires(const Event& event) { event.call; };

template <class Event>
MpiCall call_of(const Event& event) {
  if constexpr (HasCall<Event>) {
    static_assert(kFactsOf<Event>.call == MpiCall::kNone, "the event says which call it is of");
    return static_cast<MpiCall>(event.call);
  } else {
    return kFactsOf<Event>.call;
  }
}

// Begin events of calls that block: the thread is inside until the End.
template <class Event>
bool begins_blocking([[maybe_unused]] const Event& event) {
  if constexpr (kFactsOf<Event>.unless_request) {
    return event.request == 0;
  } else {
    return kFactsOf<Event>.begins_call;
  }
}

// Events of which only the thread's next one tells whether their call was refused (CallFailed) and had no effect.
template <class Event>
bool can_be_refused(const Event& event) {
  return kFactsOf<Event>.may_be_refused && (!kFactsOf<Event>.begins_call || begins_blocking(event));
}

// End events, and what ends a call without one.
template <class Event>
constexpr bool ends_blocking = kFactsOf<Event>.ends_call;

}  // namespace fencepost::check
