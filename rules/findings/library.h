// Findings inside a library that the user has not written: coarrays by OpenCoarrays, a PGAS layer without sources.
#pragma once

#include <string>
#include <vector>

#include "model/finding.h"

namespace fencepost {

// The library that makes all calls of a finding, if no line of the user can be at fault: "libcaf_mpich.so.3". "": there
// is none, or the user's own statement decides what happens (which data, in which order, who takes part).
std::string library_at_fault(Family family, const std::vector<Access>& accesses);

// The advice for such a finding.
std::string advice_on_library(const std::string& library);

}  // namespace fencepost
