#include "words/compiler_copy.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "model/source_lines.h"

namespace fencepost {
namespace {

bool is_fortran(const std::string& file) {
  const std::size_t dot = file.rfind('.');
  return dot != std::string::npos && dot + 1 < file.size() && (file[dot + 1] == 'f' || file[dot + 1] == 'F');
}

// A section of an array, or an expression in parentheses: what the compiler may have to copy.
bool may_be_copied(const std::string& argument) {
  return argument.starts_with('(') || argument.find(':') != std::string::npos;
}

// Loads and stores at the line of a call of MPI are the compiler's.
bool calls_mpi(const SourceLocation& location) {
  static thread_local SourceLines sources;
  const std::vector<std::string>& lines = sources.of(location.file);
  const auto line = static_cast<std::size_t>(location.line);
  if (line == 0 || line > lines.size()) return false;
  std::string text = lines[line - 1];
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text.find("call mpi_") != std::string::npos;
}

}  // namespace

std::string advice_on_compiler_copies() {
  return "The compiler copies what is not contiguous for the call, and discards the copy after it. Pass contiguous "
         "memory, a copy of your own, or the whole array with a datatype of the section.";
}

std::string compiler_copy_words(const Conflict& conflict, Words& words) {
  const ConflictAccess &a = conflict.first, &b = conflict.second;
  const bool first = a.role == AccessRole::kOrigin && b.role == AccessRole::kLocal;
  if (!first && !(b.role == AccessRole::kOrigin && a.role == AccessRole::kLocal)) return {};
  const ConflictAccess& buffer = first ? a : b;
  const SourceLocation local = words.symbolizer().statement((first ? b : a).place);
  if (!is_fortran(local.file) || !calls_mpi(local)) return {};
  for (const int argument : {0, 1, 3}) {  // origin, or result
    const auto text = words.symbolizer().argument_text(buffer.place, argument);
    if (!text || !may_be_copied(*text)) continue;
    return fmt::format(
        "The compiler has made a copy of {} for {}, in memory that it uses again for the call at {}: the copy has no "
        "name in the program.",
        *text, words.call_at(buffer.place), position_of(local));
  }
  return {};
}

}  // namespace fencepost
