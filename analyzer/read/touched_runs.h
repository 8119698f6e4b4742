// What a TouchedElements event says, as the Access events that say the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "record/event.h"

namespace fencepost::read {

class TouchedRuns {
 public:
  TouchedRuns() = default;
  // Copies what it needs of `event`.
  explicit TouchedRuns(const event::TouchedElements& event);

  // The next one: runs of elements, those of the same length and distance as rows. False: that was all.
  bool next(event::Access& access);

 private:
  struct Elements {
    std::uint64_t first = 0;
    std::uint64_t count = 0;  // 0: none
  };
  Elements run_from(std::uint64_t element) const;
  bool is_set(std::uint64_t element) const { return (words_[element / 64] >> element % 64 & 1) != 0; }

  event::Access access_;  // with all that is the same in each
  std::vector<std::uint64_t> words_;
  Elements in_hand_;
};

}  // namespace fencepost::read
