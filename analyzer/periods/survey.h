// The first pass over a run: its books are kept and its periods found.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "job/source.h"
#include "periods/periods.h"

namespace fencepost::periods {

class Survey {
 public:
  explicit Survey(int processes);

  // Reads everything of one process from a source. Different processes may be read at the same time, from sources of
  // their own.
  void read(int process, TraceSource& source);
  // When all were read.
  void finish();

  const Periods& periods() const { return periods_; }
  const ProcessBook& process(int process) const { return *processes_[static_cast<std::size_t>(process)]; }

 private:
  std::vector<std::unique_ptr<ProcessBook>> processes_;
  std::vector<ThreadBook::Result> books_;
  Periods periods_;
};

}  // namespace fencepost::periods
