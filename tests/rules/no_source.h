// For checks that receive events by hand: nothing has a place in a source.
#pragma once

#include <cstdint>
#include <vector>

#include "job/symbolizer.h"

namespace fencepost {

class NoSource : public Symbolizer {
 public:
  SourceLocation locate(ProcessId, std::uint64_t) override { return {}; }
  std::vector<SourceLocation> stack(ProcessId, StackId) override { return {}; }
};

}  // namespace fencepost
