#include "command/periods_found.h"

#include <algorithm>

namespace fencepost::command {
namespace {

// From this many periods on, a worker says how many of its own have findings; and whether this part is most of them.
constexpr std::size_t kEnough = 16, kMost = 2;

}  // namespace

PeriodsFound::PeriodsFound(const periods::SkippingSource& share, std::size_t periods, std::atomic<std::size_t>& dense,
                           std::size_t workers, std::atomic<bool>& everywhere)
    : share_(share), dense_(dense), workers_(workers), everywhere_(everywhere), needed_(periods) {}

void PeriodsFound::listen_to(Checks& checks) {
  // What is found at the end comes from what all workers replay.
  checks.when_occurs([this](bool at_end) {
    any_ = true;
    if (!at_end) note();
  });
}

void PeriodsFound::note() {
  any_ = true;
  const std::size_t now = share_.furthest();
  if (now == last_) return;
  last_ = now;
  ++times_;
  // The thread whose event it was may be one period behind.
  const std::size_t first = now < 2 ? 0 : now - 2, end = std::min(now + 2, needed_.size());
  for (std::size_t period = first; period < end; ++period) needed_[period] = true;
  if (is_dense_ || times_ < kEnough || times_ * kMost < share_.replayed()) return;
  is_dense_ = true;
  if (++dense_ == workers_) everywhere_ = true;
}

}  // namespace fencepost::command
