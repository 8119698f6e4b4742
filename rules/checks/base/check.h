// A check watches the replayed job and reports violations of the rules of one subject. One file per subject, in the
// folder of its family; kMakers in checks/all/checks.cpp lists them.
//
// A check receives only the events for which it has an overload:
//
//   class InfoCheck : public CheckOf<InfoCheck> {
//    public:
//     using CheckOf::CheckOf;
//     void on(const event::LockBegin& lock, const Here& here);              // before it takes effect
//     void on_done(const event::WindowCreateEnd& end, const Here& here);    // after it did
//
// The overloads are public. One for many events is a template (`Notable auto`); no two of them may fit one event. A
// check gets the observer's other calls (operation_issued, access, …) if it overrides those functions.
#pragma once

#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "facts/here.h"
#include "findings/report.h"
#include "job/observer.h"

namespace fencepost {

class Check;

// What a check receives, as its class says.
struct Subscription {
  using Handler = void (*)(Check&, const AnyEvent&, const Here&);
  using Handlers = std::array<Handler, std::variant_size_v<AnyEvent>>;
  Handlers on{}, on_done{};  // by the index of the event's type in AnyEvent; null: not received
  bool accesses = false, issued = false, completed = false;
};

class Check : public Observer {
 public:
  explicit Check(Report& report) : report_(report) {}

  virtual const Subscription& subscription() const = 0;
  // False: all of its rules are off, so it receives nothing.
  virtual bool active() const { return true; }

  // Events go to on() and on_done().
  void before(const Job&, const Moment&, const Place&, const AnyEvent&) final {}
  void after(const Job&, const Moment&, const Place&, const AnyEvent&) final {}
  // False: access() has nothing to do in this run. There are many loads and stores.
  bool wants_accesses() const override { return true; }

 protected:
  Report& report() { return report_; }
  Words& words() { return report_.words(); }

  // FP-WINDOW-009 of a window that `process` does not free follows from `cause`, the finding about the MPI_Win_free of
  // the others.
  void never_freed_follows(const Window& window, ProcessId process, Report::Number cause);

 private:
  Report& report_;
};

// The base class of a check; `Self` is that check.
template <class Self>
class CheckOf : public Check {
 public:
  using Check::Check;

  // Facts that the check keeps and that have overloads for events themselves: they receive these after the check.
  auto followers() { return std::tie(); }

  const Subscription& subscription() const final {
    static constexpr Subscription kSubscription = subscription_to(static_cast<const AnyEvent*>(nullptr));
    return kSubscription;
  }

 private:
  struct Before {
    template <class Listener, class Event>
    static constexpr bool kHears = Hears<Listener, Event>;
    static void tell(auto& listener, const auto& event, const Here& here) { listener.on(event, here); }
  };
  struct After {
    template <class Listener, class Event>
    static constexpr bool kHears = HearsDone<Listener, Event>;
    static void tell(auto& listener, const auto& event, const Here& here) { listener.on_done(event, here); }
  };

  template <class When, class Listener, class Event>
  static void tell_if_heard(Listener& listener, const Event& event, const Here& here) {
    if constexpr (When::template kHears<Listener, Event>) When::tell(listener, event, here);
  }

  template <class When, class Event, class... Followers>
  static constexpr Subscription::Handler handler(const std::tuple<Followers&...>*) {
    if constexpr ((When::template kHears<Self, Event> || ... || When::template kHears<Followers, Event>)) {
      return [](Check& check, const AnyEvent& any, const Here& here) {
        auto& self = static_cast<Self&>(check);
        const Event& event = *std::get_if<Event>(&any);
        tell_if_heard<When>(self, event, here);
        std::apply([&](auto&... follower) { (tell_if_heard<When>(follower, event, here), ...); }, self.followers());
      };
    } else {
      return nullptr;
    }
  }

  template <class... Events>
  static constexpr Subscription subscription_to(const std::variant<Events...>*) {
    using Followers = decltype(std::declval<Self&>().followers());
    constexpr const Followers* kFollowers = nullptr;
    if constexpr ((Hears<Self, Events> || ...))
      static_assert((HasOneFor<Self, Events> && ...), "two overloads of on() fit one event, and hide each other");
    return {
        .on = {handler<Before, Events>(kFollowers)...},
        .on_done = {handler<After, Events>(kFollowers)...},
        .accesses = !std::is_same_v<decltype(&Self::access), decltype(&Observer::access)>,
        .issued = !std::is_same_v<decltype(&Self::operation_issued), decltype(&Observer::operation_issued)>,
        .completed = !std::is_same_v<decltype(&Self::operation_completed), decltype(&Observer::operation_completed)>};
  }
};

}  // namespace fencepost
