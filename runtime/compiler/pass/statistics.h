// What the pass did to one file; printed with --stats.
#pragma once

#include <cstdint>

namespace fencepost::pass {

// One line for each file; each access that was seen is in one of the others, except those in parentheses and the last.
#define PASS_STATISTICS(STATISTIC)                             \
  STATISTIC(seen, " accesses seen")                            \
  STATISTIC(local, " to memory of their own function's")       \
  STATISTIC(constant, " to constants")                         \
  STATISTIC(covered, " covered by others")                     \
  STATISTIC(hoisted, " hoisted out of their loop")             \
  STATISTIC(hoisted_rows, " (of these out of two)")            \
  STATISTIC(sunk, " after their loop")                         \
  STATISTIC(checked, " checked inline")                        \
  STATISTIC(together, " (of these with the check of another)") \
  STATISTIC(ranges, " checked as ranges")                      \
  STATISTIC(atomics, " atomic")                                \
  STATISTIC(blind, " pieces of assembly that may do more (not followed)")

struct Statistics {
#define STATISTIC(name, text) std::uint64_t name = 0;
  PASS_STATISTICS(STATISTIC)
#undef STATISTIC
};

}  // namespace fencepost::pass
