// Loops in the source that wait for the result of a call.
#pragma once

#include <string_view>
#include <vector>

#include "model/location.h"
#include "model/source_lines.h"

namespace fencepost {

// Whether an operation that fetches a value (`call`, made at frames[0], to which other calls lead) is in a loop that
// continues until the value is the right one: no other rank knows how often, so no barrier can be in the loop. The loop
// does not contain `other`.
bool waits_in_loop(std::string_view call, const std::vector<SourceLocation>& frames, const SourceLocation& other,
                   SourceLines& sources);

}  // namespace fencepost
