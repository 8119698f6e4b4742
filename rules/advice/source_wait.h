// Loops of the source that wait for what a call brings.
#pragma once

#include <string_view>
#include <vector>

#include "model/location.h"
#include "model/source_lines.h"

namespace fencepost {

// Whether an operation that brings a value (`call`, made at frames[0], which others lead to) stands in a loop that goes
// on until that value is the right one: no other rank knows how often, so it can meet nobody there. The loop does not
// hold `other`.
bool waits_in_loop(std::string_view call, const std::vector<SourceLocation>& frames, const SourceLocation& other,
                   SourceLines& sources);

}  // namespace fencepost
