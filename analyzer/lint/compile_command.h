// From the command that compiles a source file to the arguments with which clang's parser reads it: what an MPI wrapper
// adds, and nothing that only code generation needs (clang would refuse what it does not know).
#pragma once

#include <string>
#include <vector>

namespace fencepost::lint {

enum class Language { kC, kCxx, kOther };  // kOther: none that clang's C and C++ parser reads
Language language_of(const std::string& file);

// `words`: the command, the compiler first. The result begins with clang's name and ends with the file.
std::vector<std::string> for_parser(const std::vector<std::string>& words, const std::string& file);

}  // namespace fencepost::lint
