// What the pass did to one file; printed with --stats.
#pragma once

#include <cstdint>

namespace fencepost::pass {

// Each access that was seen is in one of the others.
#define PASS_STATISTICS(STATISTIC)                                                   \
  STATISTIC(seen, "accesses seen")                                                   \
  STATISTIC(local, "to memory that no other function can reach")                     \
  STATISTIC(constant, "to memory that nobody writes")                                \
  STATISTIC(covered, "covered by another access of the same bytes on the same line") \
  STATISTIC(hoisted, "made one record in front of their loop")                       \
  STATISTIC(hoisted_rows, "of these, in front of a nest of two loops")               \
  STATISTIC(checked, "checked inline")                                               \
  STATISTIC(ranges, "checked as ranges (memcpy, memset, large values)")              \
  STATISTIC(atomics, "atomic operations")

struct Statistics {
#define STATISTIC(name, text) std::uint64_t name = 0;
  PASS_STATISTICS(STATISTIC)
#undef STATISTIC
};

}  // namespace fencepost::pass
