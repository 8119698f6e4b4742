// The part of a run divided by time that one of several workers replays.
#pragma once

#include <cstdint>
#include <vector>

#include "periods/periods.h"

namespace fencepost::periods {

// After the call of cut `from`, all threads continue with that of cut `to`: periods from + 1 … to are left out.
struct Skip {
  std::size_t from = 0, to = 0;
  friend bool operator==(const Skip&, const Skip&) = default;
};

struct Share {
  std::vector<Skip> skips;   // in order
  std::uint64_t events = 0;  // that are left
};

// The share of one of `workers`. A worker replays its own periods and all that cannot be skipped. Wherever periods are
// left out, it also replays the last period with each kind of synchronization on each window.
Share share_of(const Periods& periods, std::size_t worker, std::size_t workers);

// What shows the periods for which `needed` is set as the whole run does: these and all that cannot be skipped, and
// what each of the gaps needs.
Share share_with(const Periods& periods, const std::vector<bool>& needed);

// The number in the whole run of an operation of a process's thread, from its number in the share.
std::uint64_t number_in_run(const Periods& periods, const Share& share, ProcessId process, std::uint64_t operation);

// Whether it is worth it: no worker has much more to do than its part.
bool worth_dividing(const Periods& periods, std::size_t workers);

}  // namespace fencepost::periods
