// What would let processes go on that hang, if the source has it beside where one of them waits: the call that the
// others need comes after the one that waits, or who needs to make it is kept from it by an `if`.
#pragma once

#include <vector>

#include "facts/blocked_calls.h"
#include "model/fix.h"
#include "words/hang_words.h"
#include "words/words.h"

namespace fencepost {

// Fixes that only a trial can show to help (FixOffer::kIfTried). `group`: processes that hang together.
Fixes moves_that_let_go(const std::vector<int>& group, const BlockedCalls& blocked, const BeforeHang& before,
                        Words& words);

}  // namespace fencepost
