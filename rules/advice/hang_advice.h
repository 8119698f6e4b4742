// What would let processes go on that hang: which call is missing, and where.
#pragma once

#include <string>
#include <vector>

#include "facts/blocked_calls.h"
#include "model/fix.h"
#include "words/hang_words.h"
#include "words/words.h"

namespace fencepost {

// For those who wait for each other, in the order of waiting.
std::string advice_for_cycle(const std::vector<int>& cycle, const BlockedCalls& blocked, const BeforeHang& before,
                             Words& words);

// Those of the group who wait for MPI_Win_post on one window, where none of those who are waited for has ever called
// it; empty: it is not so.
std::vector<int> wait_for_first_post(const std::vector<int>& group, const BlockedCalls& blocked,
                                     const BeforeHang& before);
// What they lack: the call where a trial can show that it helps, and the sentence else.
struct FirstPost {
  Fixes fixes;
  std::string sentence;
};
FirstPost advice_for_first_post(const std::vector<int>& waiting, const BlockedCalls& blocked, Words& words);

// For who waits for a call that processes which have ended never made.
// Where threads of a process of the group wait for each other; empty: they do not.
std::string advice_for_threads(const std::vector<int>& group, const BlockedCalls& blocked, const Words& words);
std::string advice_for_missing(const BlockedCall& call, const BeforeHang& before, Words& words);

}  // namespace fencepost
