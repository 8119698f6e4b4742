// What the traces do not show: ranks without a trace, lost events, and sentences for people about both.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "job/job.h"

namespace fencepost::check {

class Losses {
 public:
  explicit Losses(Job& job) : job_(job) {}

  // A sentence for the report. Each appears once.
  void note(std::string sentence) { blind_spots_.insert(std::move(sentence)); }
  const std::set<std::string>& sentences() const { return blind_spots_; }

  // Events or definitions of the process were lost before the current event.
  void note_damage(ProcessId process);
  // A thread continues without what it waits for, because that may be lost: its events among those of the process's
  // other threads may then come in an order that never happened.
  void note_disorder(ProcessId process, bool has_several_threads);
  // A call of the process returned, but the trace does not show why. One sentence for all ranks of a call and reason.
  void note_unexplained(ProcessId process, const std::string& call, const std::string& reason);
  void set_missing(std::vector<ProcessId> ranks) { missing_ = std::move(ranks); }

  bool any_damage() const { return !damaged_.empty(); }
  // Whether something may be lost that ordered accesses of these two processes, or completed the first.
  bool hide_order_of(ProcessId earlier, ProcessId later) const;
  // Adds the sentences about ranks to the others.
  void sum_up();

 private:
  Job& job_;
  std::vector<ProcessId> missing_;  // ranks that left no trace at all
  std::set<ProcessId> damaged_;     // ranks that lost events before the current event
  std::map<std::pair<std::string, std::string>, std::set<ProcessId>> unexplained_;  // call and reason → ranks
  std::set<std::string> blind_spots_;
};

}  // namespace fencepost::check
