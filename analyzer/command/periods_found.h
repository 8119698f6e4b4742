// The periods in which one worker of an analysis that is divided by time finds something (docs/periods.md).
#pragma once

#include <atomic>
#include <cstddef>
#include <limits>
#include <vector>

#include "checks/checks.h"
#include "job/observer.h"
#include "periods/skipping_source.h"

namespace fencepost::command {

class PeriodsFound : public Observer {
 public:
  // `everywhere` becomes true if most of what the workers have replayed has findings: `dense` counts them. All
  // arguments outlive it.
  PeriodsFound(const periods::SkippingSource& share, std::size_t periods, std::atomic<std::size_t>& dense,
               std::size_t workers, std::atomic<bool>& everywhere);
  // Takes the place of its earlier listener.
  void listen_to(Checks& checks);

  void conflict_occurred(const Job&) override { note(); }

  bool any() const { return any_; }
  // By period: those in which something was found, and their neighbours, whose calls a finding may name.
  const std::vector<bool>& needed() const { return needed_; }

 private:
  void note();

  const periods::SkippingSource& share_;
  std::atomic<std::size_t>& dense_;
  const std::size_t workers_;
  std::atomic<bool>& everywhere_;
  bool any_ = false, is_dense_ = false;
  std::size_t last_ = std::numeric_limits<std::size_t>::max();  // noted
  std::size_t times_ = 0;                                       // that another period was noted
  std::vector<bool> needed_;
};

}  // namespace fencepost::command
