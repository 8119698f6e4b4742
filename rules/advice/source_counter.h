// A value of another rank that a program gets, changes and puts back, according to the source.
#pragma once

#include <optional>

#include "model/location.h"
#include "model/source_lines.h"

namespace fencepost {

// The MPI_Get whose value the MPI_Put at a statement puts back after a change: earlier in the same function, with the
// same target and displacement. Nothing: there is none.
std::optional<SourceLocation> got_before_put(const SourceLocation& put, SourceLines& sources);

}  // namespace fencepost
