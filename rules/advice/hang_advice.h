// Advice that lets hanging processes continue: the missing call, and its place.
#pragma once

#include <string>
#include <vector>

#include "facts/blocked_calls.h"
#include "model/fix.h"
#include "words/hang_words.h"
#include "words/words.h"

namespace fencepost {

// For processes that wait for each other, in the order of waiting.
std::string advice_for_cycle(const std::vector<ProcessId>& cycle, const BlockedCalls& blocked, const BeforeHang& before,
                             Words& words);

// The processes of the group that wait for MPI_Win_post on one window, if none of their targets has ever called it;
// empty: the hang is different.
std::vector<ProcessId> wait_for_first_post(const std::vector<ProcessId>& group, const BlockedCalls& blocked,
                                           const BeforeHang& before);
// The missing call, if a trial can show that it helps; otherwise a sentence.
struct FirstPost {
  Fixes fixes;
  std::string sentence;
};
FirstPost advice_for_first_post(const std::vector<ProcessId>& waiting, const BlockedCalls& blocked, Words& words);

// For a process that waits for a call that its partners have ended without making.
// For threads of a process in the group that wait for each other; empty: they do not.
std::string advice_for_threads(const std::vector<ProcessId>& group, const BlockedCalls& blocked, const Words& words);
std::string advice_for_missing(const BlockedCall& call, const BeforeHang& before, Words& words);

}  // namespace fencepost
