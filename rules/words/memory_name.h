// What the source calls memory: the variable that lies there, or what a call that was given it names.
#pragma once

#include <optional>
#include <string>

#include "job/conflict.h"
#include "job/job.h"
#include "model/finding.h"
#include "words/words.h"

namespace fencepost {

// The name of bytes of the part of a rank of the window, by the call that made the window: "grid[0..511]", "exposed as
// grid[0..511]", "allocated as …". "": not known, and for dynamic windows.
std::string window_memory_name(const Words& words, const Window& window, int rank, ByteRange bytes);

// The name of an access's memory: of the variable that lies there; else as the calls name it that made it a window or
// gave it to an operation, of this access or of the other one to the same memory.
std::string memory_name(const ConflictAccess& from, const ConflictAccess& other, const Words& words);

// The variable that it lies in, if that is known for certain.
std::optional<VariableAround> variable_around(const ConflictAccess& from, const Words& words);

}  // namespace fencepost
