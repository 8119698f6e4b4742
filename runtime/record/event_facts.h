// What is known about a kind of event besides its fields: a column of events.def. It replaces lists of types wherever a
// kind has to be treated in a special way.
#pragma once

#include "record/vocabulary.h"

namespace fencepost {

struct EventFacts {
  bool begins_call = false;       // a call that blocks begins: the thread is inside it until an event that ends it
  bool unless_request = false;    // … but not if the event's `request` is not 0
  bool waits_for_thread = false;  // … and it waits for another thread of the process
  bool ends_call = false;         // the blocking call that the thread was in has returned
  bool completes_others = false;  // … and completed what the thread had begun before: operations or requests
  bool may_be_refused = false;    // only the thread's next event tells whether this call was refused (CallFailed)
  bool takes_from_all = false;    // its call may have fetched what others did or waited for their locks
  bool ends_meeting = false;      // its call returns from a meeting of a whole communicator or window
  bool frequent = false;          // there are many, and what handles them does not look at the events that follow
  bool on_window = false;         // a call that the program made on its `window`
  bool from_inside = false;       // the runtime writes it from inside a call
  MpiCall call = MpiCall::kNone;  // its function, if no field names it
};

namespace fact {

// The words of the column. Each sets its fact.
inline constexpr auto begins_call = [](EventFacts& of) { of.begins_call = of.may_be_refused = true; };
inline constexpr auto begins_call_unless_request = [](EventFacts& of) {
  of.begins_call = of.unless_request = of.may_be_refused = true;
};
inline constexpr auto begins_wait_for_thread = [](EventFacts& of) { of.begins_call = of.waits_for_thread = true; };
inline constexpr auto ends_call = [](EventFacts& of) { of.ends_call = true; };
inline constexpr auto completes_others = [](EventFacts& of) { of.ends_call = of.completes_others = true; };
inline constexpr auto may_be_refused = [](EventFacts& of) { of.may_be_refused = true; };
inline constexpr auto takes_from_all = [](EventFacts& of) { of.takes_from_all = true; };
inline constexpr auto ends_meeting = [](EventFacts& of) { of.ends_meeting = true; };
inline constexpr auto frequent = [](EventFacts& of) { of.frequent = true; };
inline constexpr auto on_window = [](EventFacts& of) { of.on_window = true; };
inline constexpr auto from_inside = [](EventFacts& of) { of.from_inside = true; };

struct of_call {
  MpiCall call;
  constexpr void operator()(EventFacts& of) const { of.call = call; }
};

// All words of one event.
constexpr EventFacts facts(const auto&... words) {
  EventFacts all;
  (words(all), ...);
  return all;
}

}  // namespace fact

}  // namespace fencepost
