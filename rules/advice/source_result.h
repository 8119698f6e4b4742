// Whether a program uses what an atomic operation gives back.
#pragma once

#include "job/operation.h"
#include "model/location.h"
#include "model/source_lines.h"

namespace fencepost {

// Whether the fetching call at this place puts its result into a variable of the function that nothing reads: the
// function names it only where it is declared and as the result of such calls. False if the source does not show it.
bool drops_result(const SourceLocation& call, OperationKind kind, SourceLines& sources);

}  // namespace fencepost
