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
  explicit Survey(int processes);

  // Reads everything of one process from a source. Different processes may be read at the same time, from separate
  // sources.
  void read(int process, TraceSource& source);
  // The same if another worker has read the events: only the definitions to which they refer.
  void read_definitions(int process, TraceSource& source);
  void put(int process, ThreadBook::Result book) { books_[static_cast<std::size_t>(process)] = std::move(book); }
  // The book that was read or put.
  const ThreadBook::Result& book(int process) const { return books_[static_cast<std::size_t>(process)]; }
  // When all were read.
  void finish();

  std::size_t processes() const { return processes_.size(); }
  const Periods& periods() const { return periods_; }
  const ProcessBook& process(int process) const { return *processes_[static_cast<std::size_t>(process)]; }

 private:
  std::vector<std::unique_ptr<ProcessBook>> processes_;
  std::vector<ThreadBook::Result> books_;
  Periods periods_;
};

}  // namespace fencepost::periods
