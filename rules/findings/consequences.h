// Races that follow from what another finding says:
// - the word by which the processes signal each other races itself (a lock given back by a put, a flag polled by
// loads);
// - another pair at the same memory under the same shared locks: an exclusive one would keep all of them apart;
// - the locks of both were promised to meet no other (MPI_MODE_NOCHECK, FP-ASSERT-008), and would exclude each other;
// - a process has left out the fence between the two, and another one waits in it for ever (FP-MATCH-002);
// - the fence between the two was promised to complete nothing (MPI_MODE_NOPRECEDE, FP-ASSERT-006);
// - the wait or complete between the two is missing (FP-EPOCH-006, missing_waits.h; FP-EPOCH-004, missing_completes.h).
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "findings/missing_completes.h"
#include "findings/missing_waits.h"
#include "findings/report.h"
#include "job/conflict.h"
#include "job/observer.h"

namespace fencepost {

class Consequences {
 public:
  // Each fence.
  void fence(const CollectiveCall& call);
  // What a missing MPI_Win_wait is known by.
  MissingWaits& waits() { return waits_; }
  // What a missing MPI_Win_complete is known by.
  MissingCompletes& completes() { return completes_; }
  // Each conflict with its finding.
  void add(Report::Number finding, const Conflict& conflict);
  // When all are known.
  void link(Report& report, const EndOfRun& end) const;

 private:
  struct Race {
    Report::Number finding = 0;
    Conflict conflict;
  };
  // Of an operation in a fence epoch with an access of another process. `until`: the fence that ends it, if one does.
  struct FenceRace {
    Report::Number finding = 0;
    WindowKey window;
    Place operation, other, until;
  };
  void note_fence(Report::Number finding, const ConflictAccess& operation, const ConflictAccess& other);
  void name_missing_fences(Report& report, const EndOfRun& end) const;
  // Without those that follow from something else already.
  void link_words(Report& report, const std::set<Report::Number>& linked) const;
  // Adds to those that are linked.
  void link_unchecked_locks(Report& report, std::set<Report::Number>& linked) const;
  void link_fences(Report& report) const;
  // Who polls for ever for a value that a store or put may have overwritten, as nothing orders that with the update.
  void link_polls(Report& report, const EndOfRun& end) const;
  // The race by which that may be so.
  std::optional<Report::Number> lost_value(const BlockedCall& poll, const Job& job, Words& words) const;
  static std::optional<Report::Number> told_of(const CollectiveCall& fence, const Report& report);
  void link_locks(Report& report) const;
  // Whether one access came before the word was written, and the other one after it was looked at.
  static bool would_order(const Conflict::Signal& signal, const ConflictAccess& first, const ConflictAccess& second);
  static bool certain(const Race& word);
  static int likelihood(const Race& word);  // that it is a signal: 0 to 3
  static bool causes(const Race& word, const Race& race);
  static bool is_the_same_word(const Conflict& word, const Conflict& race);
  MissingWaits waits_;
  MissingCompletes completes_;
  std::vector<CollectiveCall> fences_;  // with MPI_MODE_NOPRECEDE
  std::vector<FenceRace> fence_races_;
  std::vector<Race> words_, races_;  // races of words that may be signals are both
};

}  // namespace fencepost
