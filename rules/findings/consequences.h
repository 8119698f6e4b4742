// Races that follow from another finding:
// - the word by which the processes signal each other is in a race itself (a lock released by a put, a flag polled by
// loads);
// - an atomic of the program with too weak a memory order should have ordered several pairs;
// - another pair is at the same memory under the same shared locks: an exclusive lock would separate all of them;
// - both locks were promised to meet no other (MPI_MODE_NOCHECK, FP-ASSERT-008), and would exclude each other;
// - a process has left out the fence between the two, and another one waits forever in it (FP-MATCH-002);
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
  // Receives each fence.
  void fence(const CollectiveCall& call);
  // The data by which a missing MPI_Win_wait is recognized.
  MissingWaits& waits() { return waits_; }
  // The data by which a missing MPI_Win_complete is recognized.
  MissingCompletes& completes() { return completes_; }
  // Receives each conflict with its finding.
  void add(Report::Number finding, const Conflict& conflict);
  // To be called when all conflicts are known.
  void link(Report& report, const EndOfRun& end) const;

 private:
  struct Race {
    Report::Number finding = 0;
    Conflict conflict;
  };
  // An operation in a fence epoch and another process's access. `until`: the fence that ends the epoch, if any.
  struct FenceRace {
    Report::Number finding = 0;
    WindowKey window;
    Place operation, other, until;
  };
  void note_fence(Report::Number finding, const ConflictAccess& operation, const ConflictAccess& other);
  void name_missing_fences(Report& report, const EndOfRun& end) const;
  // Without findings that already follow from others.
  static void follow_word(Report& report, const Race& race, Report::Number cause);
  void link_words(Report& report, const std::set<Report::Number>& linked) const;
  // Adds to the linked findings.
  void link_unchecked_locks(Report& report, std::set<Report::Number>& linked) const;
  void link_fences(Report& report) const;
  // A process polls forever for a value that an unordered store or put may have overwritten.
  void link_polls(Report& report, const EndOfRun& end) const;
  // The race that may cause this.
  std::optional<Report::Number> lost_value(const BlockedCall& poll, const Job& job, Words& words) const;
  static std::optional<Report::Number> told_of(const CollectiveCall& fence, const Report& report);
  void link_locks(Report& report) const;
  // What one atomic of the program should have ordered is one mistake.
  void link_relaxed_flags(Report& report) const;
  // Both have their places by a value that is fetched from a word which races itself (a counter).
  void advise_on_values(Report& report) const;
  // Whether the race is between the write of the word and an access behind a look at it.
  static bool writes_word(const Race& word, const Conflict& race);
  static bool certain(const Race& word);
  static int likelihood(const Race& word);  // that it is a signal: 0 to 3
  static bool causes(const Race& word, const Race& race);
  static bool is_the_same_word(const Conflict& word, const Conflict& race);
  MissingWaits waits_;
  MissingCompletes completes_;
  std::vector<CollectiveCall> fences_;  // with MPI_MODE_NOPRECEDE
  std::vector<FenceRace> fence_races_;
  std::vector<Race> words_, races_;  // races of words that may be signals are in both
};

}  // namespace fencepost
