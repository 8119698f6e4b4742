// RMA operations, from the moment when their target is open to them until they are complete.
#pragma once

#include <cstdint>
#include <memory>

#include "chapters/chapter.h"
#include "chapters/reads_from.h"

namespace fencepost::check {

class OperationChapter : public Chapter {
 public:
  OperationChapter(Services& services, ReadsFromChapter& reads_from)
      : Chapter(services),
        in_flight_(services.in_flight),
        requests_(services.requests),
        locks_held_(services.locks_held),
        records_(services.records),
        reads_from_(reads_from),
        strands_(services.strands),
        code_(services.code) {}

  // Operations that were issued before their target was open begin there now. start_of(operation) gives what had
  // happened before.
  template <class StartOf>
  void place(OperationList& waiting, StartOf&& start_of) {
    const OperationList operations = std::move(waiting);
    waiting.clear();
    for (const auto& operation : operations) {
      if (!operation->target_placed) accesses_.place_at_target(operation, start_of(*operation));
    }
  }

  // What a call of the thread completes: the operations on the window to `target` (kAll: to all) that it reaches, at
  // the origin, and with `remote` also at the target.
  // Whether it is known what they fetched. False: the thread is parked.
  bool reached_ready(Thread& thread, WindowKey window, Rank target, bool remote);
  // What was fetched counts as known immediately, or is added to `fetches`.
  void complete_reached(Thread& thread, WindowKey window, Rank target, const Place& place, bool remote,
                        OperationList* fetches = nullptr);
  void complete_by_request(Thread& thread, const std::shared_ptr<RmaOperation>& operation, const Place& place);
  // A fence: operations of fence epochs, at both sides; added to `fetches`.
  void complete_by_fence(Thread& thread, WindowKey window, const Place& place, OperationList& fetches);
  // MPI_Win_complete begins: calls `visit` for the open operations of the epoch to a target.
  template <class Visit>
  void each_of_epoch(ProcessId process, WindowKey window, Rank target, const AccessEpoch* epoch, Visit&& visit) {
    in_flight_.each(process, window, target, InFlight::Which::kAll, [&](const auto& operation) {
      if (operation->epoch.get() == epoch) visit(operation);
      return true;
    });
  }
  // It returns: they are complete at the origin. The exposure's pairs keep those that are not complete at the target.
  void complete_at_origin(Thread& thread, WindowKey window, const AccessEpoch* epoch, const Place& place);
  // The target's wait completes it at the target.
  void complete_at_target(Thread& thread, const std::shared_ptr<RmaOperation>& operation, const Place& place);
  // The lock is released: it no longer covers operations that continue.
  void give_up(ProcessId process, const index::Lock& lock);

 private:
  void complete(Thread&, const std::shared_ptr<RmaOperation>& operation, const Place& place, bool local, bool remote,
                bool by_request = false);
  // One object for all operations that one event completes.
  const std::shared_ptr<const Operation::Completion>& completion_by(const Thread&, const Place& place, bool by_request);
  void complete_again(Thread&, WindowKey window, Rank target, bool remote, bool parts);
  bool has_several_threads(ProcessId process) const { return scheduler_.threads().of(process).size() > 1; }
  InFlight::Which completed_by(const Thread& thread, bool remote) const;
  // Whether the call that the thread is in completes what parts of OpenMP's constructs have issued that the thread
  // happened to run.
  bool counts_parts(const Thread& thread);
  bool reaches(const Thread& thread, const RmaOperation& operation, bool parts) const;
  template <class Visit>
  bool each_reached(Thread& thread, WindowKey window, Rank target, InFlight::Which which, bool parts, Visit&& visit) {
    return in_flight_.each(thread.name.process, window, target, which, [&](const auto& operation) {
      return !reaches(thread, *operation, parts) || visit(operation);
    });
  }

  OperationList fetched_;  // by the operations that a call completes
  InFlight& in_flight_;
  RequestTable& requests_;
  LocksHeld& locks_held_;
  ConflictRecords& records_;
  ReadsFromChapter& reads_from_;
  Strands& strands_;
  CodePlaces& code_;
  std::shared_ptr<const Operation::Completion> last_completion_;
};

}  // namespace fencepost::check
