// An event's place, and its effect on its thread's call, from the event itself and its columns in events.def.
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

// Begin events of calls that block: the thread is inside until the End event.
template <class Event>
bool begins_blocking([[maybe_unused]] const Event& event) {
  if constexpr (kFactsOf<Event>.unless_request) {
    return event.request == 0;
  } else {
    return kFactsOf<Event>.begins_call;
  }
}

// Events whose call may have been refused without effect (CallFailed): only the thread's next event tells.
template <class Event>
bool can_be_refused(const Event& event) {
  return kFactsOf<Event>.may_be_refused && (!kFactsOf<Event>.begins_call || begins_blocking(event));
}

// End events, and events that end a call that has none.
template <class Event>
constexpr bool ends_blocking = kFactsOf<Event>.ends_call;

}  // namespace fencepost::check
