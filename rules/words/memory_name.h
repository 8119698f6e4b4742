// What the source calls memory: the variable there, or the name in a call to which the memory was passed.
#pragma once

#include <optional>
#include <string>

#include "job/conflict.h"
#include "job/job.h"
#include "model/finding.h"
#include "words/words.h"

namespace fencepost {

// The name of bytes in a rank's part of the window, by the call that created the window: "grid[0..511]", "exposed as
// grid[0..511]", "allocated as …". "": the name is not known, or the window is dynamic.
std::string window_memory_name(const Words& words, const Window& window, Rank rank, ByteRange bytes);

// The name of an access's memory: the variable there. Otherwise the name in the call that made the memory a window or
// passed it to an operation, of this access or of the other one.
std::string memory_name(const ConflictAccess& from, const ConflictAccess& other, const Words& words);

// The variable around the access, if it is known for certain.
std::optional<VariableAround> variable_around(const ConflictAccess& from, const Words& words);

}  // namespace fencepost
