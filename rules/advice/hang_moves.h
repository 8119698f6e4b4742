// Moves of calls that let hanging processes continue: the source already has the needed call, but after the call that
// waits, or in an `if` that keeps the process from it.
#pragma once

#include <vector>

#include "facts/blocked_calls.h"
#include "model/fix.h"
#include "words/hang_words.h"
#include "words/words.h"

namespace fencepost {

// Fixes that only a trial can show to help (FixOffer::kIfTried). `group`: processes that hang together.
Fixes moves_that_let_go(const std::vector<ProcessId>& group, const BlockedCalls& blocked, const BeforeHang& before,
                        Words& words);

}  // namespace fencepost
