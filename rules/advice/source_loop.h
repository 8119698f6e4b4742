// Calls after a loop that belong inside it.
#pragma once

#include <optional>
#include <string>

#include "model/location.h"
#include "model/source_lines.h"

namespace fencepost {

struct BehindLoop {
  SourceLocation call;  // a statement of its own, or all that an `if` controls
  SourceLocation last;  // the last statement of the block that contains `inside`
};

// The first statement after the loop around `inside`, in the loop's own block, that is `text` ("MPI_Win_wait(win);").
// Nothing: there is none, or it is not certain.
std::optional<BehindLoop> behind_loop(const SourceLocation& inside, const std::string& text, SourceLines& sources);

}  // namespace fencepost
