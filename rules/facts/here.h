// Where and when an event happens, and the job at that time:
// it comes with every event that a check or a fact receives.
#pragma once

#include <type_traits>

#include "job/job.h"

namespace fencepost {

struct Here {
  const Job& job;
  const Moment& moment;
  const Place& place;
};

// What a listener receives about an event of this type, before and after it takes effect (checks_base/check.h).
template <class Listener, class Event>
concept Hears = requires(Listener& listener, const Event& event, const Here& here) { listener.on(event, here); };
template <class Listener, class Event>
concept HearsDone =
    requires(Listener& listener, const Event& event, const Here& here) { listener.on_done(event, here); };

// If two overloads fit an event equally well, they hide each other, and the listener would not receive it. A listener
// with one more overload, which fits worse than all others, then receives every event except these.
template <class Listener>
struct WithFallback : Listener {
  using Listener::on;
  void on(...);
};
template <class Listener, class Event>
concept HasOneFor =
    requires(WithFallback<Listener>& listener, const Event& event, const Here& here) { listener.on(event, here); };

// For listeners to whatever a thread does next: all events except frequent ones that are not MPI calls.
template <class Event>
concept Notable = !kFactsOf<Event>.frequent || kFactsOf<Event>.on_window;

// For listeners that treat several events alike.
template <class Event, class... Events>
concept OneOf = (std::is_same_v<Event, Events> || ...);

}  // namespace fencepost
