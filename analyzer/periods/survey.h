// The first pass over a run: makes its books and finds its periods.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "job/source.h"
#include "periods/periods.h"

namespace fencepost::periods {

class Survey {
 public:
  explicit Survey(std::size_t processes);

  // Reads everything of one process from a source. Different processes may be read at the same time, from separate
  // sources.
  void read(ProcessId process, TraceSource& source);
  // The same if another worker has read the events: only the definitions to which they refer.
  void read_definitions(ProcessId process, TraceSource& source);
  void put(ProcessId process, ThreadBook::Result book) { books_[process] = std::move(book); }
  // The book that was read or put.
  const ThreadBook::Result& book(ProcessId process) const { return books_[process]; }
  // When all were read.
  void finish();

  Processes processes() const { return processes_.processes(); }
  const Periods& periods() const { return periods_; }
  const ProcessBook& process(ProcessId process) const { return *processes_[process]; }

 private:
  PerProcess<std::unique_ptr<ProcessBook>> processes_;
  PerProcess<ThreadBook::Result> books_;
  Periods periods_;
};

}  // namespace fencepost::periods
