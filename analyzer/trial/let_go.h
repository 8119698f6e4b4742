// A call for which others wait in vain at the end of a run, made earlier by a process that waits itself.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "ids/in_process.h"
#include "job/observer.h"
#include "job/source.h"
#include "record/vocabulary.h"

namespace fencepost::trial {

// What waits at the end of a run, and how each process numbers the windows and communicators concerned.
class Awaited {
 public:
  void set(std::vector<BlockedCall> blocked) { blocked_ = std::move(blocked); }
  // Receives each definition of a process.
  void follow(ProcessId process, const AnyEvent& definition);

  // After the events in the queue: `call` of the process, as some other process needs it. False: no process needs it,
  // or its arguments are not known.
  bool append(std::deque<TimedEvent>& queue, std::uint64_t time, StackId stack, ProcessId process, MpiCall call);

 private:
  std::vector<BlockedCall> blocked_;
  // How a process numbers the object with a key.
  std::map<std::pair<ProcessId, WindowKey>, std::uint64_t> windows_;
  std::map<std::pair<ProcessId, CommunicatorKey>, std::uint64_t> communicators_;
  std::map<CommunicatorInProcess, std::vector<std::uint64_t>> members_;  // processes
  std::map<std::pair<ProcessId, WindowKey>, std::uint64_t> window_on_;   // the number of its communicator
  std::deque<std::vector<std::uint64_t>> groups_;                        // memory of events
};

}  // namespace fencepost::trial
