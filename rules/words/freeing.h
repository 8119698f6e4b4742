// What a statement is called that gives memory back through the allocator.
#pragma once

#include <string>

#include "model/source_lines.h"

namespace fencepost {

// What stands in the source at a place: "deallocate", "resize", "free". "": none of the words that are known, or
// several.
std::string freeing_word(const SourceLocation& at, SourceLines& sources);

}  // namespace fencepost
