// From addresses to source, as the engine and the rules see it. Implemented over debug information by the presenting
// side.
#pragma once

#include <cstdint>
#include <vector>

#include "job/place.h"
#include "model/finding.h"

namespace fencepost {

class Symbolizer {
 public:
  virtual ~Symbolizer() = default;
  // The source of a return address in a process (the call before it), innermost inlined function.
  virtual SourceLocation locate(int process, std::uint64_t pc) = 0;
  // A Stack definition, innermost first, inlined functions expanded. Empty for id 0.
  virtual std::vector<SourceLocation> stack(int process, std::uint64_t stack_id) = 0;

  // The user's statement of a place: its pc, or the innermost frame of its stack.
  SourceLocation statement(const Place& place);
  // The whole stack of a place, the statement first.
  std::vector<SourceLocation> frames(const Place& place);
};

}  // namespace fencepost
