// What would mend a conflict: which call, with its arguments as the program writes them, and where; or what has to
// hold.
#pragma once

#include <optional>
#include <string_view>

#include "job/conflict.h"
#include "model/fix.h"
#include "words/words.h"

namespace fencepost {

Fixes advice_for(std::string_view rule, const Conflict& conflict, Words& words);

// Of a first access that a flush would have completed: what completes it before all that comes behind it.
Fix complete_at_once(const Conflict& conflict, Words& words);

// Of one that has to be complete at its origin before the second: what completes it there at its target as well.
Fix complete_in_full(const Conflict& conflict, Words& words);

}  // namespace fencepost
