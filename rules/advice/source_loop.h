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

// Whether a statement stands behind a loop that another one of its function stands in, and these names mean there what
// they mean in each round of the loop: a call that completes what all rounds have begun can stand in front of it.
bool is_same_behind_loop(const SourceLocation& inside, const SourceLocation& behind, const std::string& names,
                         SourceLines& sources);

}  // namespace fencepost
