// The call that others wait for in vain at the end of a run, as a process that waits itself could have made it before.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "job/observer.h"
#include "job/source.h"
#include "record/vocabulary.h"

namespace fencepost::trial {

// What waits at the end of a run, and how each process numbers the windows and communicators that this is about.
class Awaited {
 public:
  void set(std::vector<BlockedCall> blocked) { blocked_ = std::move(blocked); }
  // Each definition of a process.
  void follow(int process, const AnyEvent& definition);

  // Behind what is in the queue: `call` of the process, as somebody needs it. False: nobody does, or it is not known
  // what it would have to be.
  bool append(std::deque<TimedEvent>& queue, std::uint64_t time, StackId stack, int process, MpiCall call);

 private:
  std::vector<BlockedCall> blocked_;
  // How a process numbers what has a key.
  std::map<std::pair<int, WindowKey>, std::uint64_t> windows_;
  std::map<std::pair<int, CommunicatorKey>, std::uint64_t> communicators_;
  std::map<std::pair<int, std::uint64_t>, std::vector<std::uint64_t>> members_;  // processes, by process and number
  std::map<std::pair<int, WindowKey>, std::uint64_t> window_on_;                 // the number of its communicator
  std::deque<std::vector<std::uint64_t>> groups_;                                // memory of events
};

}  // namespace fencepost::trial
