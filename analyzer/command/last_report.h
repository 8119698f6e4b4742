// What becomes of a run that cannot end as it should: this process is killed, or has no time left. What is known is
// written in every format that was asked for, unless that was done before; the job is ended, the trace removed.
#pragma once

#include <mutex>
#include <optional>
#include <string>

#include "command/found_meanwhile.h"
#include "command/guardian.h"
#include "command/options.h"
#include "command/trace_folder.h"
#include "registry/options.h"
#include "suppress/suppressor.h"

namespace fencepost::command {

class LastReport {
 public:
  // From now on another process waits for the death of this one. All outlive it.
  LastReport(const Arguments& arguments, const RuleOptions& rules, const suppress::Suppressor& suppressor,
             const TraceFolder& folder);
  LastReport(const LastReport&) = delete;
  LastReport& operator=(const LastReport&) = delete;

  FoundMeanwhile& found() { return found_; }

  // One writes reports at a time: the run, or leave().
  using Turn = std::unique_lock<std::timed_mutex>;
  Turn take_turn() { return Turn(busy_); }
  // The reports are there, and this is the status. With the turn.
  void note_reported(int status);

  // There is no time left: on any thread, this process ends here.
  [[noreturn]] void leave();

 private:
  void after_death(bool reported) const;
  int write(Findings findings) const;

  const Arguments& arguments_;
  const RuleOptions& rules_;
  const suppress::Suppressor& suppressor_;
  const TraceFolder& folder_;
  FoundMeanwhile found_;
  std::timed_mutex busy_;
  std::optional<int> status_;
  Guardian guardian_;
};

}  // namespace fencepost::command
