#include "words/compiler_copy.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "facts/operation_arguments.h"
#include "model/source_language.h"
#include "model/source_lines.h"

namespace fencepost {
namespace {

// The indices or bounds in the last parentheses of a designator, "(2, 1:n:2)": {"2", "1:n:2"}. Empty: it has none.
std::vector<std::string_view> subscripts(std::string_view designator) {
  if (!designator.ends_with(')')) return {};
  int depth = 0;
  std::size_t open = designator.size();
  while (open > 0) {
    const char c = designator[--open];
    if (c == ')') ++depth;
    if (c == '(' && --depth == 0) break;
  }
  if (depth != 0) return {};
  std::vector<std::string_view> parts;
  std::size_t begin = open + 1;
  for (std::size_t i = begin; i < designator.size(); ++i) {
    const char c = designator[i];
    if (c == '(') ++depth;
    if ((c == ',' && depth == 0) || i + 1 == designator.size()) {
      parts.push_back(designator.substr(begin, i - begin));
      begin = i + 1;
    } else if (c == ')') {
      --depth;
    }
  }
  return parts;
}

// Whether a section with several elements leaves out bytes, whatever its bounds are: it has a stride, or its first
// index is a number above 1 and another one is a range. (If the first index is 1 or not known, the first dimension may
// have only one element: `probably` assumes that it has more.)
bool leaves_gaps(std::string_view designator, bool probably) {
  const std::vector<std::string_view> parts = subscripts(designator);
  const auto is_range = [](std::string_view part) { return part.find(':') != std::string_view::npos; };
  const auto is_above_one = [](std::string_view part) {
    return !part.empty() && part != "1" && part.front() != '0' &&
           part.find_first_not_of("0123456789") == std::string_view::npos;
  };
  const auto has_stride = [](std::string_view part) {
    const std::size_t first = part.find(':');
    const std::size_t second = first == std::string_view::npos ? first : part.find(':', first + 1);
    if (second == std::string_view::npos) return false;
    const std::string_view stride = part.substr(second + 1);
    const std::size_t digits = stride.find_first_not_of(" +");
    return digits != std::string_view::npos && stride.substr(digits) != "1";
  };
  return std::ranges::any_of(parts, has_stride) ||
         (!parts.empty() && (probably ? !is_range(parts.front()) : is_above_one(parts.front())) &&
          std::ranges::any_of(parts, is_range));
}

// (k), n + 1: not the memory of a variable.
bool is_expression(std::string_view argument) {
  if (argument.starts_with('(')) return true;
  int depth = 0;
  for (std::size_t i = 1; i < argument.size(); ++i) {
    const char c = argument[i];
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    const char before = static_cast<char>(std::tolower(static_cast<unsigned char>(argument[i - 1])));
    const bool of_exponent = (c == '+' || c == '-') && (before == 'e' || before == 'd');
    if (depth == 0 && (c == '+' || c == '-' || c == '*' || c == '/') && !of_exponent) return true;
  }
  return false;
}

// The compiler makes the loads and stores at the line of an MPI call.
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

bool is_name(const std::string& argument) {
  return !argument.empty() && std::ranges::all_of(argument, [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '%' || c == ' ';
  });
}

std::string advice_on_compiler_copies() {
  return "The compiler copies what is not contiguous for the call, and discards the copy after it. Pass contiguous "
         "memory, a copy of your own, or the whole array with a datatype of the section.";
}

bool is_copied_for_calls(const std::string& argument) {
  return is_expression(argument) || leaves_gaps(argument, false);
}

std::string variable_of(const std::string& argument) {
  std::string variable = is_expression(argument) ? "" : argument.substr(0, argument.find_first_of("( "));
  std::ranges::transform(variable, variable.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return variable;
}

std::optional<std::string> copied_argument(const Place& call, int index, std::uint64_t address, Words& words) {
  if (!is_fortran_source(words.symbolizer().statement(call).file)) return std::nullopt;
  auto text = words.symbolizer().argument_text(call, index);
  if (!text || !is_copied_for_calls(*text)) return std::nullopt;
  return words.symbolizer().in_compiler_copy(call, address, variable_of(*text)) ? std::move(text) : std::nullopt;
}

std::string compiler_copy_words(const Conflict& conflict, Words& words) {
  const ConflictAccess &a = conflict.first, &b = conflict.second;
  const bool first = a.role == AccessRole::kOrigin && b.role == AccessRole::kLocal;
  if (!first && !(b.role == AccessRole::kOrigin && a.role == AccessRole::kLocal)) return {};
  const ConflictAccess& buffer = first ? a : b;
  const SourceLocation local = words.symbolizer().statement((first ? b : a).place);
  if (!is_fortran_source(local.file) || !calls_mpi(local)) return {};
  if (!buffer.operation) return {};
  const OperationKind kind = buffer.operation->kind;
  // The operation may also read its compare buffer.
  std::vector<int> arguments = {buffer.kind == AccessClass::kOriginWrite ? result_argument(kind) : 0};
  if (kind == OperationKind::kCompareAndSwap && arguments.front() == 0) arguments.push_back(kCompareArgument);
  for (const int argument : arguments) {
    const auto text = words.symbolizer().argument_text(buffer.place, argument);
    if (!text || !(is_expression(*text) || leaves_gaps(*text, true))) continue;
    return fmt::format(
        "The compiler has made a copy of {} for {}, in memory that it uses again for the call at {}: the copy has no "
        "name in the program.",
        *text, words.call_at(buffer.place), position_of(local));
  }
  return {};
}

}  // namespace fencepost
