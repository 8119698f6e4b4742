// What code does with the number of its thread in an OpenMP team.
#pragma once

#include <cstdint>

namespace fencepost {

enum class NumberUse : std::uint8_t {
  kUnknown,
  kElsewhere,  // it goes where it cannot be followed, before parts
  kInParts,    // what parts of constructs do depends on it
  kOnlyTests,  // only what the function itself does outside of parts depends on it
};

}  // namespace fencepost
