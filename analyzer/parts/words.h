// What a rank of a divided analysis sends to rank 0.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "check/analysis.h"

namespace fencepost::parts {

struct Words {
  std::string problem;  // one sentence; "": it has done its part
  std::string host;
  // Of the trace that it has read, which must be that of rank 0.
  std::uint64_t job = 0, events = 0;
  std::vector<check::FoundConflict> found;
};

}  // namespace fencepost::parts
