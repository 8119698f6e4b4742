// CMake projects that use the wrapper only as CMAKE_<LANG>_COMPILER_LAUNCHER: CMake links without compiler launchers,
// and what is compiled with the wrapper does not link without it.
#pragma once

#include <string>

namespace fencepost::compiler {

// Called when something is compiled in `directory`: says in one sentence what is wrong with the CMake build that this
// lies in; "": nothing, or there is no such build.
std::string missing_linker_launcher(const std::string& directory);

}  // namespace fencepost::compiler
