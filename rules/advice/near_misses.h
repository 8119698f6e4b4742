// The program's own calls that nearly mend a conflict: whoever reads what is missing looks for the call that he knows
// to be there.
#pragma once

#include <string>
#include <vector>

#include "facts/near_calls.h"
#include "job/conflict.h"
#include "words/words.h"

namespace fencepost {

// A sentence for each, none for most conflicts.
std::vector<std::string> near_misses(const Conflict& conflict, const NearCalls& calls, Words& words);

}  // namespace fencepost
