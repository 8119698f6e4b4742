// What a process does for the others: executes their operations on its memory, queues for its locks on their behalf,
// counts their posts and completes. The thread that makes progress calls it (post_office.h), one message at a time.
#pragma once

#include <string_view>

#include "rma/message.h"

namespace fencepost::rma {

// What happens to an operation that finds no memory of the window at its target.
inline constexpr std::string_view kNotAttached =
    "An operation had no effect: the memory of its target was not attached when it was executed.";

// A message that is not an answer. If this process has not finished creating the window, it is kept until it has.
void serve(MessageBytes&& bytes);

// Answers those whose turn it is to get a lock; serves what was kept. True: there was something.
bool grant_locks();

}  // namespace fencepost::rma
