// What would let processes go on that hang: which call is missing, and where.
#pragma once

#include <string>
#include <vector>

#include "facts/blocked_calls.h"
#include "words/hang_words.h"
#include "words/words.h"

namespace fencepost {

// For those who wait for each other, in the order of waiting.
std::string advice_for_cycle(const std::vector<int>& cycle, const BlockedCalls& blocked, const BeforeHang& before,
                             Words& words);

// For who waits for a call that processes which have ended never made.
// Where threads of a process of the group wait for each other; empty: they do not.
std::string advice_for_threads(const std::vector<int>& group, const BlockedCalls& blocked, const Words& words);
std::string advice_for_missing(const BlockedCall& call, const BeforeHang& before, Words& words);

}  // namespace fencepost
