// The extent of the past: what every thread, and everything still to come, is certain to know.
#pragma once

#include <cstddef>
#include <vector>

#include "order/clock.h"
#include "services/thread.h"

namespace fencepost::check {

class Floors {
 public:
  static constexpr Tick kPast = ~Tick{0};
  // Something may still come that knows this clock, which lives until passed() is called; of its own thread, it knows
  // everything up to a tick.
  void add(const order::Clock& clock, StreamNumber owner = ThreadClock::kNoNumber, Tick own_tick = kPast) {
    floors_.push_back({&clock, owner, own_tick});
  }
  // The same, and holds the clock. Consecutive calls with the same clock count once.
  void hold(const SharedClocks& clocks, StreamNumber owner, Tick own_tick = kPast);
  // Up to which tick each of this many threads has happened before everything that can still come.
  std::vector<Tick> passed(std::size_t count) const;

 private:
  struct Floor {
    const order::Clock* clock;
    StreamNumber owner;
    Tick own_tick;
  };
  std::vector<Tick> passed_by_bases(std::size_t count) const;

  std::vector<Floor> floors_;
  std::vector<SharedClocks> held_;
};

}  // namespace fencepost::check
