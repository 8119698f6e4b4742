// A place in the source of the program.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fencepost {

// The last part of a path.
inline std::string_view name_of_file(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

// A place in the user's source. `line` 0: unknown; `function` or `module` may still be known.
struct SourceLocation {
  std::string file;  // as the debug information has it, made absolute where possible; "" unknown
  int line = 0;
  int column = 0;        // 0: unknown
  std::string function;  // demangled; "" unknown
  std::string module;    // executable or shared object
  // The address in the module as its file numbers its bytes (addr2line takes it), the same in every process; without a
  // module: in the process. For users without debug information.
  std::uint64_t address = 0;
  // For a statement that calls code without debug information, in which the call or access really is: the called
  // function of that code. Otherwise "".
  std::string called;
  std::string called_module;  // the executable or library that contains that function; "" like `called`
};

}  // namespace fencepost
