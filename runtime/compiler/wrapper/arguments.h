// A compiler's command line, read as far as the wrapper must understand it: what is made from what.
#pragma once

#include <string>
#include <vector>

namespace fencepost::compiler {

enum class Step {
  kNone,            // nothing that we touch: preprocessing, questions to the compiler, no input
  kCompile,         // sources to objects (-c)
  kLink,            // objects to an executable or shared object
  kCompileAndLink,  // both in one command
};

struct Arguments {
  Step step = Step::kNone;
  bool has_debug = false;       // the user's own -g…
  bool static_library = false;  // Fortran's library is linked into the program: -static, -static-libgfortran
  bool has_link_inputs = false;
  bool fortran = false;                      // one of the sources is
  std::string conflicting_sanitizer;         // one that excludes ours: "address"; "": none
  std::vector<std::string> link_files;       // objects and archives, also in response files and for the linker alone
  std::vector<std::string> libraries;        // of -l
  std::vector<std::string> library_folders;  // of -L
  std::vector<std::string> selectors;        // arguments that decide which compiler an MPI wrapper calls: -cc=clang
  std::vector<std::string> kept;             // the arguments as given, without -fsanitize=thread (which is ours to add)
};

// `words`: the arguments after the compiler's name. Response files (@file) are read and stay as they are.
Arguments read_arguments(const std::vector<std::string>& words);

// Whether a word in the compiler's place is a compiler: not an option and not a file to compile.
bool is_compiler_name(const std::string& word);

}  // namespace fencepost::compiler
