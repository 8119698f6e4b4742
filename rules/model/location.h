// Where something stands in the source of the program.
#pragma once

#include <cstdint>
#include <string>

namespace fencepost {

// A place in the user's source. `line` 0: unknown; then `function` or `module` still may say something.
struct SourceLocation {
  std::string file;  // as the debug information has it, made absolute where possible; "" unknown
  int line = 0;
  int column = 0;        // 0: unknown
  std::string function;  // demangled; "" unknown
  std::string module;    // executable or shared object
  // In the module as its file numbers its bytes (what addr2line takes), the same in every process; without a module: in
  // the process. For those who have no debug information.
  std::uint64_t address = 0;
  // Of a statement that calls code without debug information, in which the call or access really is: the function of
  // that code which it calls. "" otherwise.
  std::string called;
  std::string called_module;  // the executable or library in which that function is; "" as `called`
};

}  // namespace fencepost
