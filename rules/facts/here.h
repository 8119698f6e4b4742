// Where and when an event happens, and the job at that time: what comes with every event that a check or a fact is
// told.
#pragma once

#include <type_traits>

#include "job/job.h"

namespace fencepost {

struct Here {
  const Job& job;
  const Moment& moment;
  const Place& place;
};

// What is told of an event of this type, before and after it takes effect (checks_base/check.h).
template <class Listener, class Event>
concept Hears = requires(Listener& listener, const Event& event, const Here& here) { listener.on(event, here); };
template <class Listener, class Event>
concept HearsDone =
    requires(Listener& listener, const Event& event, const Here& here) { listener.on_done(event, here); };

// Two overloads that fit an event alike hide each other, so that the listener would be told nothing of it. A listener
// with one more overload, which fits worse than all others, is told of everything then but of such events.
template <class Listener>
struct WithFallback : Listener {
  using Listener::on;
  void on(...);
};
template <class Listener, class Event>
concept HasOneFor =
    requires(WithFallback<Listener>& listener, const Event& event, const Here& here) { listener.on(event, here); };

// For who has to know of whatever a thread does next: all events but those that are frequent and no call of MPI.
template <class Event>
concept Notable = !kFactsOf<Event>.frequent || kFactsOf<Event>.on_window;

// For those that treat several events alike.
template <class Event, class... Events>
concept OneOf = (std::is_same_v<Event, Events> || ...);

}  // namespace fencepost
