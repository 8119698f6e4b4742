// Objects in a link that nobody instrumented: left over from an earlier build, or made by others. The program carries
// their names, so that the report can say what it did not see.
#pragma once

#include <string>
#include <vector>

#include "wrapper/arguments.h"

namespace fencepost::compiler {

// The names of the objects and archives with code that reports no loads and stores, as a report names them: "work.o",
// "libsolver.a". Those of the system are left out. Files that cannot be read, or are not ELF, count as seen: the linker
// complains about them.
std::vector<std::string> unseen_objects(const Arguments& arguments);

// Assembler text that gives the hooks of the module (hook_table/table.h, `unseen_objects`) these names.
std::string note_of_unseen(const std::vector<std::string>& names);

}  // namespace fencepost::compiler
