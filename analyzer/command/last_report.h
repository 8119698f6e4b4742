// The end of a run that cannot end normally: this process is killed, or has no time left. It writes what is known in
// every requested format, unless that was done before, ends the job and removes the trace.
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
  // From now on another process waits for the death of this one. All arguments outlive it.
  LastReport(const Arguments& arguments, const RuleOptions& rules, const suppress::Suppressor& suppressor,
             const TraceFolder& folder);
  LastReport(const LastReport&) = delete;
  LastReport& operator=(const LastReport&) = delete;

  FoundMeanwhile& found() { return found_; }

  // One thread writes reports at a time: the run, or leave().
  using Turn = std::unique_lock<std::timed_mutex>;
  Turn take_turn() { return Turn(busy_); }
  // The reports exist, and this is the status. The caller holds the turn.
  void note_reported(int status);

  // There is no time left: this process ends here, on whatever thread.
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
