// The operations that are not complete at both sides, by process, window and target; and operations that other threads'
// calls have already completed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include <boost/container/flat_map.hpp>
#include <boost/container/flat_set.hpp>

#include "record/vocabulary.h"
#include "services/by_window.h"
#include "services/open_operations.h"

namespace fencepost::check {

class InFlight {
 public:
  using ByTarget = boost::container::flat_map<Rank, OpenOperations>;  // by window rank
  static constexpr Rank kAll = Rank::kAllTargets;
  // Which open operations a completing call concerns.
  enum class Which : std::uint8_t { kAll, kLatest };  // kLatest: OpenOperations::latest()

  explicit InFlight(std::size_t processes) : windows_(processes), busy_(processes) {}

  void add(const std::shared_ptr<RmaOperation>& operation);
  const ByTarget& open(ProcessId process, WindowKey window) { return windows_.of(process, window).open; }
  // Operations to `target` (kAll: to any); ends when visit(operation) returns false, and then returns false.
  template <class Visit>
  bool each(ProcessId process, WindowKey window, Rank target, Which which, Visit&& visit) {
    ByTarget& open = windows_.of(process, window).open;
    for (auto at = target == kAll ? open.begin() : open.find(target); at != open.end(); ++at) {
      for (const auto& operation : which == Which::kLatest ? at->second.latest() : at->second.all()) {
        if (!visit(operation)) return false;
      }
      if (target != kAll) break;
    }
    return true;
  }
  // All operations of all processes.
  template <class Visit>
  void each(Visit&& visit) const {
    windows_.each([&](const OnWindow& window) {
      for (const auto& [target, operations] : window.open) std::ranges::for_each(operations.all(), visit);
    });
  }
  // Calls visit for the operations of a process to each target: of the many windows that a program may have, it uses
  // few at a time.
  template <class Visit>
  void each_target(ProcessId process, Visit&& visit) {
    auto& busy = busy_[process];
    for (auto key = busy.begin(); key != busy.end();) {
      const OnWindow* window = windows_.find(process, *key);
      if (window == nullptr || window->open.empty()) {
        key = busy.erase(key);
        continue;
      }
      ++key;
      for (const auto& [target, operations] : window->open) visit(operations);
    }
  }

  // Forgets operations that are complete at both sides. (kLatest: all are complete at the origin by now.)
  void forget_complete(ProcessId process, WindowKey window, Rank target, Which which = Which::kAll);
  void forget_epoch(ProcessId process, WindowKey window, const AccessEpoch* epoch);
  void drop(RmaOperation& operation);  // its request completed it

  // Calls that have had open operations on several targets at once, by their stacks: among the operations that a call
  // for all targets has completed. (Open operations still show it themselves.)
  void note_several(ProcessId process, WindowKey window);
  bool was_one_of_several(ProcessId process, WindowKey window, StackId stack) {
    return windows_.of(process, window).several.contains(stack);
  }

  // For a process with several threads: complete operations, which another thread's call may complete, too; those that
  // one call has completed. So a call does not have to look again at operations that an earlier one of its thread has
  // completed, however many they are.
  struct CompletedTogether {
    std::shared_ptr<const Operation::Completion> by;
    OperationList operations;
    std::vector<order::StreamNumber> ended_for;  // threads for which all of them are complete

    bool has_ended_for(order::StreamNumber thread) const {
      return std::ranges::find(ended_for, thread) != ended_for.end();
    }
    void ends_for(order::StreamNumber thread);
  };
  void remember_complete(const std::shared_ptr<RmaOperation>& operation,
                         const std::shared_ptr<const Operation::Completion>& by);
  std::deque<CompletedTogether>& remembered(ProcessId process, WindowKey window) {
    return windows_.of(process, window).complete;
  }

  bool is_idle(ProcessId process, WindowKey window) const;
  void forget_window(ProcessId process, WindowKey window);

 private:
  struct OnWindow {
    ByTarget open;
    std::vector<OpenOperations> spare;  // empty ones with their memory, for further targets
    std::deque<CompletedTogether> complete;
    boost::container::flat_set<StackId> several;

    OpenOperations& open_to(Rank target);
    ByTarget::iterator close(ByTarget::iterator at);
  };

  ByWindow<OnWindow> windows_;
  PerProcess<boost::container::flat_set<WindowKey>> busy_;  // where the process may have open operations
};

}  // namespace fencepost::check
