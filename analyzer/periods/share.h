// What one of several workers replays of a run that is divided by time.
#pragma once

#include <cstdint>
#include <vector>

#include "periods/periods.h"

namespace fencepost::periods {

// Behind the call of cut `from` all threads go on with that of cut `to`: periods from + 1 … to are left out.
struct Skip {
  std::size_t from = 0, to = 0;
  friend bool operator==(const Skip&, const Skip&) = default;
};

struct Share {
  std::vector<Skip> skips;   // in order
  std::uint64_t events = 0;  // that are left
};

// The share of one of `workers`. A worker replays its own periods, all that cannot be skipped, and of each kind of
// synchronization on each window the last period that has it, wherever periods are left out.
Share share_of(const Periods& periods, std::size_t worker, std::size_t workers);

// Whether it is worth it: none has much more to do than its part.
bool worth_dividing(const Periods& periods, std::size_t workers);

}  // namespace fencepost::periods
