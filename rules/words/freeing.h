// How the source names the statement that returns memory to the allocator.
#pragma once

#include <string>

#include "model/source_lines.h"

namespace fencepost {

// The word in the source at a place: "deallocate", "resize", "free". "": none of the known words is there, or several
// are.
std::string freeing_word(const SourceLocation& at, SourceLines& sources);

}  // namespace fencepost
