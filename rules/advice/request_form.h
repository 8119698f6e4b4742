// Requests: waits that come too early, and forms without one.
//
// An operation with a request in an epoch that does not allow it, and that ends directly behind the wait for the
// request: the form without a request has the same effect (Fix::certain).
#pragma once

#include <vector>

#include "model/fix.h"
#include "model/source_lines.h"

namespace fencepost {

// MPI_Get in place of MPI_Rget at a place, without the MPI_Wait that directly follows it and directly precedes a fence.
// No fix: the source has something else there, or uses the request elsewhere.
Fixes without_request(const FixPlace& operation, SourceLines& sources);
// The lines: the declaration of the request goes as well.
std::vector<SourceEdit> without_request_edits(const Fix& fix, SourceLines& sources);

// Whether a fix waits for a request right after the operation that has made it, although the program keeps the request
// in a structure: another function is meant to wait for it, and other work to go on meanwhile.
bool waits_at_once(const Fix& fix);
inline constexpr const char* kIfNothingGoesOn = "if nothing is to go on meanwhile";

}  // namespace fencepost
