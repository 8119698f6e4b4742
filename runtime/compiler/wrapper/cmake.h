// CMake projects that put the wrapper in front of the compiler by CMAKE_<LANG>_COMPILER_LAUNCHER alone: CMake links
// without compiler launchers, and what is compiled with the wrapper does not link without it.
#pragma once

#include <string>

namespace fencepost::compiler {

// Called when something is compiled in `directory`: what is wrong with the CMake build it lies in, in one sentence; "":
// nothing, or it is none.
std::string missing_linker_launcher(const std::string& directory);

}  // namespace fencepost::compiler
