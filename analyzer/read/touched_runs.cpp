#include "read/touched_runs.h"

#include <bit>
#include <cstring>

namespace fencepost::read {

TouchedRuns::TouchedRuns(const event::TouchedElements& event) : words_((event.bits.size() + 7) / 8) {
  std::memcpy(words_.data(), event.bits.data(), event.bits.size());
  access_.kind = event.kind;
  access_.address = event.address;
  access_.size = event.size;
  access_.pc = event.pc;
  access_.stack = event.stack;
  in_hand_ = run_from(0);
}

// The first run at or after `element`.
TouchedRuns::Elements TouchedRuns::run_from(std::uint64_t element) const {
  const std::uint64_t end = words_.size() * 64;
  while (element < end) {
    const std::uint64_t rest = words_[element / 64] >> element % 64;
    if (rest != 0) {
      element += static_cast<std::uint64_t>(std::countr_zero(rest));
      break;
    }
    element = element / 64 * 64 + 64;
  }
  Elements run{element, 0};
  while (element < end && is_set(element)) {
    const auto more = static_cast<std::uint64_t>(std::countr_one(words_[element / 64] >> element % 64));
    run.count += more;
    element += more;
  }
  return run;
}

bool TouchedRuns::next(event::Access& access) {
  if (in_hand_.count == 0) return false;
  const Elements first = in_hand_;
  std::uint64_t rows = 1;
  std::uint64_t distance = 0;
  for (Elements last = first;; last = in_hand_) {
    in_hand_ = run_from(last.first + last.count);
    if (in_hand_.count != first.count) break;
    if (rows == 1) distance = in_hand_.first - first.first;
    if (in_hand_.first != first.first + distance * rows) break;
    ++rows;
  }
  access = access_;
  access.address += first.first * access.size;
  access.count = first.count;
  access.stride = first.count > 1 ? static_cast<std::int64_t>(access.size) : 0;
  if (rows > 1 && first.count == 1) {
    access.count = rows;
    access.stride = static_cast<std::int64_t>(distance * access.size);
  } else if (rows > 1) {
    access.rows = rows;
    access.row_stride = static_cast<std::int64_t>(distance * access.size);
  }
  return true;
}

}  // namespace fencepost::read
