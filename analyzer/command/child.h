// Running the user's command: in the same terminal, with settings for it in its environment, signals passed on.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "command/interruption.h"

namespace fencepost::command {

struct ChildResult {
  bool started = false;
  std::string problem;       // why it was not started: one sentence
  int status = 0;            // as a shell gives it: the exit status, or 128 + signal
  int signal = 0;            // that ended it; 0: it exited
  int interrupted_by = 0;    // the signal by which someone asked us to stop meanwhile; 0: nobody did
  bool ended_early = false;  // we ended it because `give_up` said so
};

// Waits until the command ends, which is sent SIGTERM if this process dies. `give_up` is asked some times a second;
// when it returns true, or when somebody has interrupted us and the program's time is up, the command is ended
// (SIGTERM, and SIGKILL if that does not do).
ChildResult run_child(const std::vector<std::string>& words, const std::map<std::string, std::string>& environment,
                      const Interruption& interruption, const std::function<bool()>& give_up);

}  // namespace fencepost::command
