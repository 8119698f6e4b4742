// A TouchedElements event as the Access events with the same content.
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

  // The next one: runs of elements; runs of the same length and distance become rows. False: that was all.
  bool next(event::Access& access);

 private:
  struct Elements {
    std::uint64_t first = 0;
    std::uint64_t count = 0;  // 0: none
  };
  Elements run_from(std::uint64_t element) const;
  bool is_set(std::uint64_t element) const { return (words_[element / 64] >> element % 64 & 1) != 0; }

  event::Access access_;  // with the fields that are the same in each
  std::vector<std::uint64_t> words_;
  Elements in_hand_;
};

}  // namespace fencepost::read
