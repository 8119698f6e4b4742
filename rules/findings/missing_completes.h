// Races that a missing MPI_Win_complete would order: the process starts again while its access epoch is open
// (FP-EPOCH-004), so the operations of two rounds are in one epoch. Or the target waits for that call forever
// (FP-MATCH-008, FP-MATCH-004). They follow from that finding.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "facts/calls.h"
#include "findings/report.h"
#include "job/conflict.h"
#include "job/observer.h"

namespace fencepost {

class MissingCompletes {
 public:
  // A process calls start while its access epoch of an earlier start is open.
  void started_again(const AccessEpoch& open, const Moment& moment, const Place& place);
  void forget(const Window& window) { forget_sides(starts_, window); }
  // Receives each conflict with its finding.
  void add(Report::Number finding, const Conflict& conflict);
  // To be called when all conflicts are known. Adds the findings that follow.
  void link(Report& report, const EndOfRun& end, std::set<Report::Number>& linked) const;

 private:
  struct Start {
    std::uint64_t opened = 0;  // of the epoch that is still open: a position in the replay, like all of these
    std::uint64_t order = 0;
    Place place;
  };
  // An operation in an epoch of MPI_Win_start, or one whose start may have been refused, and the later access.
  struct Race {
    Report::Number finding = 0;
    Side origin;
    std::uint64_t opened = 0;
    std::uint64_t issued = 0, later = 0;
    bool never_completed = false;
    bool refused = false;  // its start was refused, so it has no epoch
  };
  // The hang in which a target waits for the MPI_Win_complete of this race.
  static std::optional<Report::Number> hang_of(const Race& race, const Report& report, const EndOfRun& end);
  void add(Report::Number finding, const ConflictAccess& operation, const ConflictAccess& other);
  static bool would_order(const Start& start, const Race& race);

  std::map<Side, std::vector<Start>> starts_;  // starts that are too many, by origin
  std::vector<Race> races_;
};

}  // namespace fencepost
