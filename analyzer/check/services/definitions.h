// Definitions: read when their time comes, and forgotten when no later event uses them.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "job/job.h"
#include "job/source.h"
#include "schedule/scheduler.h"
#include "services/losses.h"

namespace fencepost::check {

class Definitions {
 public:
  Definitions(TraceSource& source, Job& job, schedule::Scheduler& scheduler, Losses& losses);

  static constexpr std::uint64_t kEver = ~std::uint64_t{0};
  // Reads the definitions up to the time of the process's events, and a little later.
  void pull(ProcessId process);
  void pull_due(ProcessId process, std::uint64_t time);  // before an event of the process is used
  // The next one, if it is not later than `until`; false: there is none.
  bool take(ProcessId process, std::uint64_t until);
  bool at_end(ProcessId process) const { return processes_[process].at_end; }
  // No event of the process after this time has the datatype: it is forgotten when all its threads have come as far.
  void datatype_gone(const schedule::Stream& by, std::uint64_t time, std::uint64_t id);

 private:
  struct DatatypeGone {
    std::uint64_t time = 0, id = 0;
  };
  struct OfProcess {
    const TimedEvent* next = nullptr;
    std::uint64_t until = 0;   // all definitions up to this time have been read
    std::uint64_t enough = 0;  // the time from which on it is checked again
    bool at_end = false;
    std::deque<DatatypeGone> datatypes_gone;  // those that slower threads may still use, in order
  };

  TraceSource& source_;
  Job& job_;
  schedule::Scheduler& scheduler_;
  Losses& losses_;
  PerProcess<OfProcess> processes_;
};

}  // namespace fencepost::check
