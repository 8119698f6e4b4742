// Races that one missing call explains: a flush that is left out leaves every use of the buffer unordered, a fence that
// is left out every put before and every load behind it. The one whose advice mends the others is their cause.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "checks/report.h"
#include "job/conflict.h"

namespace fencepost {

class SameMistakes {
 public:
  // Each conflict with its finding.
  void add(Report::Number finding, const Conflict& conflict);
  // When all are known, and what follows from other mistakes is linked.
  void link(Report& report) const;

 private:
  struct Race {
    Report::Number finding = 0;
    Place first, second;  // the access that should be complete before, and the other one
    struct Fence {
      std::uint64_t window = 0;
      Place place;
    };
    std::optional<Fence> fence;     // that completes the first, too late
    MpiCall call = MpiCall::kNone;  // what is missing
    Place before;                   // and where
    bool in_one_thread = false;
  };
  using Races = std::vector<const Race*>;

  std::vector<Race> races_;

  // The one whose gap, from the last first access to the first second one, lies within all others; null: none does.
  static const Race* narrowest(const Races& group, Symbolizer& source);
};

}  // namespace fencepost
