// Races that one missing call explains: a flush that is left out leaves every use of the buffer unordered, a fence that
// is left out every put before and every load behind it, a barrier all that was to come before it and behind it. The
// one whose advice mends the others is their cause.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "findings/report.h"
#include "job/conflict.h"

namespace fencepost {

class SameMistakes {
 public:
  // Each conflict with its finding.
  void add(Report::Number finding, const Conflict& conflict, Words& words);
  // When all are known, and what follows from other mistakes is linked.
  void link(Report& report) const;

 private:
  struct Race {
    Report::Number finding = 0;
    Place first, second;  // the access that should be complete before, and the other one
    struct Fence {
      WindowKey window;
      Place place;
    };
    std::optional<Fence> fence;     // that completes the first, too late
    MpiCall call = MpiCall::kNone;  // what is missing
    Place before;                   // and where
    bool in_one_thread = false;
    Place local;                     // the flush that completed it at the origin only, and could do more
    bool waits_for_request = false;  // what completes the request completes the first
    bool given_back = false;         // the second is no access: there the buffer goes
    // What completes the first at its target as well: right after it; none: a flush would not do that. And where it has
    // to be complete at the origin; none: it has not.
    std::optional<Fix> at_once, in_full;
    // Of two processes that lack a synchronization: it belongs behind the one and before the other.
    struct Gap {
      Place from, to;
      bool in_next_round = false;
      std::vector<int> ranks;
    };
    std::optional<Gap> gap;
  };
  using Races = std::vector<const Race*>;

  std::vector<Race> races_;

  static bool is_in_one_round(const Race& race, Symbolizer& source);
  // The one whose gap, from the last first access to the first second one, lies within all others; null: none does.
  static const Race* narrowest(const Races& group, Symbolizer& source);
  static std::optional<Race::Gap> gap_of(const Conflict& conflict, Symbolizer& source);
  // What orders the one orders the other as well.
  static bool lies_within(const Race::Gap& gap, const Race::Gap& other, Symbolizer& source);
  // The finding that has got other advice; nothing: none.
  static std::optional<Report::Number> link_operation(const std::vector<Race>& group, Report& report);
  // Buffers that are given back too early, as races with that.
  static std::vector<Race> early_frees(Report& report);
  void link_gaps(Report& report) const;
};

}  // namespace fencepost
