// Races that one missing call explains: without a flush, every use of the buffer is unordered; without a fence, every
// put before it and every load after it; without a barrier, everything that was to come before and after it. The race
// whose advice fixes the others is their cause.
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
  // Receives each conflict with its finding.
  void add(Report::Number finding, const Conflict& conflict, Words& words);
  // To be called when all conflicts are known, and consequences of other mistakes are linked.
  void link(Report& report) const;

 private:
  struct Race {
    Report::Number finding = 0;
    Place first, second;  // the access that should be complete first, and the other one
    struct Fence {
      WindowKey window;
      Place place;
    };
    std::optional<Fence> fence;     // it completes the first access, too late
    MpiCall call = MpiCall::kNone;  // the missing call
    Place before;                   // and its place
    bool in_one_thread = false;
    Place local;                     // the flush that completed it at the origin only, although it could do more
    bool waits_for_request = false;  // the call that completes the request completes the first access
    bool given_back = false;         // the second is no access: the buffer is freed there
    // A call that also completes the first access at its target, right after it; none: a flush would not do that. And
    // the place where it must be complete at the origin; none: there is no such place.
    std::optional<Fix> at_once, in_full;
    // Two processes lack a synchronization: it belongs after the one access and before the other.
    struct Gap {
      Place from, to;
      bool in_next_round = false;
      std::vector<ProcessId> ranks;
    };
    std::optional<Gap> gap;
  };
  using Races = std::vector<const Race*>;

  std::vector<Race> races_;

  static bool is_in_one_round(const Race& race, Symbolizer& source);
  // The race whose gap, from the last first access to the first second one, is within all other gaps; null: none is.
  static const Race* narrowest(const Races& group, Symbolizer& source);
  static std::optional<Race::Gap> gap_of(const Conflict& conflict, Symbolizer& source);
  // Whether ordering the one also orders the other.
  static bool lies_within(const Race::Gap& gap, const Race::Gap& other, Symbolizer& source);
  // The finding whose advice has changed; nothing: none.
  static std::optional<Report::Number> link_operation(const std::vector<Race>& group, Report& report);
  // Buffers that are freed too early, as races with the freeing.
  static std::vector<Race> early_frees(Report& report);
  void link_gaps(Report& report) const;
  void link_repeated(Report& report) const;
};

}  // namespace fencepost
