// Runs the user's command: in the same terminal, with its settings in its environment; signals are passed on.
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
  int status = 0;            // as a shell reports it: the exit status, or 128 + signal
  int signal = 0;            // the signal that ended it; 0: it exited
  int interrupted_by = 0;    // the signal by which someone asked us to stop meanwhile; 0: nobody did
  bool ended_early = false;  // we ended it because `give_up` returned true
};

// Waits until the command ends; it gets SIGTERM if this process dies. `give_up` is called several times a second. When
// it returns true, or when somebody has interrupted us and the program's time is up, the command is ended (SIGTERM, and
// SIGKILL if that is not enough).
ChildResult run_child(const std::vector<std::string>& words, const std::map<std::string, std::string>& environment,
                      const Interruption& interruption, const std::function<bool()>& give_up);

}  // namespace fencepost::command
