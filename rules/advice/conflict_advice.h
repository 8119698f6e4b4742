// Fixes for a conflict: a call, with its arguments as the program writes them, and its place; or a condition that must
// hold.
#pragma once

#include <optional>
#include <string_view>

#include "facts/changed_in_steps.h"
#include "facts/near_calls.h"
#include "facts/words_written.h"
#include "job/conflict.h"
#include "model/fix.h"
#include "words/words.h"

namespace fencepost {

// What is known of the operations and calls of the run.
struct KnownOfRun {
  const ChangedInSteps& in_steps;
  const WordsWritten& written;
  const NearCalls& calls;
};
Fixes advice_for(std::string_view rule, const Conflict& conflict, const KnownOfRun& known, Words& words);

// For a first access that a flush would have completed: a call that completes it before everything after it.
Fix complete_at_once(const Conflict& conflict, Words& words);

// For a first access that must be complete at its origin before the second: a call that completes it everywhere.
Fix complete_in_full(const Conflict& conflict, Words& words);

}  // namespace fencepost
