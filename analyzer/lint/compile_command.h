// Turns the command that compiles a source file into arguments for clang's parser: with the options that an MPI wrapper
// adds, and without those that only code generation needs (clang would refuse unknown ones).
#pragma once

#include <string>
#include <vector>

namespace fencepost::lint {

enum class Language { kC, kCxx, kOther };  // kOther: clang's C and C++ parser does not read it
Language language_of(const std::string& file);

// `words`: the command, beginning with the compiler. The result begins with clang's name and ends with the file.
std::vector<std::string> for_parser(const std::vector<std::string>& words, const std::string& file);

}  // namespace fencepost::lint
