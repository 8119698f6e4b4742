// Requests that a program cancels, according to the source.
#pragma once

#include <optional>
#include <string>

#include "model/location.h"
#include "model/source_lines.h"

namespace fencepost {

// The MPI_Cancel of a request, after the statement that begins it and in the same function. Nothing: there is none.
std::optional<SourceLocation> cancelled_at(const SourceLocation& begun, const std::string& request,
                                           SourceLines& sources);

}  // namespace fencepost
