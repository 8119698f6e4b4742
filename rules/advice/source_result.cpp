#include "advice/source_result.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "advice/source_tree.h"
#include "facts/operation_arguments.h"
#include "model/word_text.h"

namespace fencepost {
namespace {

struct FetchingCall {
  std::string_view name;
  OperationKind kind;
};
constexpr std::array kFetchingCalls = {FetchingCall{"MPI_Fetch_and_op", OperationKind::kFetchAndOp},
                                       FetchingCall{"MPI_Compare_and_swap", OperationKind::kCompareAndSwap},
                                       FetchingCall{"MPI_Get_accumulate", OperationKind::kGetAccumulate},
                                       FetchingCall{"MPI_Rget_accumulate", OperationKind::kGetAccumulate}};

// The variable that receives the result of the call that begins in a text: "old" for "&old" or "old"; empty: it is
// something else.
std::string result_variable(std::string_view call, const FetchingCall& of) {
  const auto given = arguments_in(std::string(call.substr(0, call.find(';'))), std::string(of.name));
  const auto index = static_cast<std::size_t>(result_argument(of.kind));
  if (given.size() <= index) return {};
  std::string name = given[index];
  if (name.starts_with('&')) name.erase(0, 1);
  const bool is_name = !name.empty() && std::isdigit(static_cast<unsigned char>(name.front())) == 0 &&
                       std::ranges::all_of(name, in_name);
  return is_name ? name : std::string();
}

// How many names are in a text.
std::size_t count_names(std::string_view text) {
  std::size_t names = 0;
  for (std::size_t i = 0; i < text.size(); ++i) names += in_name(text[i]) && (i == 0 || !in_name(text[i - 1])) ? 1 : 0;
  return names;
}

// Whether what stands before a name in its statement, and the character after it, declare it: "int seen = 0, ", ";".
bool declares(std::string_view before, char after) {
  before.remove_prefix(std::min(before.find_first_not_of(" \t\n"), before.size()));
  if (before.empty() || !in_name(before.front()) || std::string_view(",;=[").find(after) == std::string_view::npos)
    return false;
  for (const std::string_view word :
       {"return", "co_return", "co_yield", "throw", "delete", "goto", "case", "else", "do"})
    if (before.starts_with(word) && (before.size() == word.size() || !in_name(before[word.size()]))) return false;
  // The type and the first variable, or only the type.
  const std::string_view first = before.substr(0, before.find_first_of(",="));
  const bool is_plain = std::ranges::all_of(
      first, [](char c) { return in_name(c) || std::string_view(" \t\n:<>*").find(c) != std::string_view::npos; });
  if (!is_plain || count_names(first) < (first.size() == before.size() ? 1 : 2)) return false;
  // It is not part of another one's value.
  const char last = before[before.find_last_not_of(" \t\n")];
  return first.size() == before.size() ? last != ':' : last == ',' || last == '*';
}

// The body of the function around a line; empty: there is none.
std::string body_around(const SourceTree& tree, int line) {
  int part = tree.statement_or_part_at(line);
  if (part < 0 || !tree.sound()) return {};
  // (A function in one line is a part of the file.)
  const int function = tree.function_of(part);
  if (function >= 0) part = function;
  return tree.text_of(part);
}

}  // namespace

bool drops_result(const SourceLocation& call, OperationKind kind, SourceLines& sources) {
  if (!can_be_read_as_c(call)) return false;
  const auto& lines = sources.of(call.file);
  if (static_cast<std::size_t>(call.line) > lines.size()) return false;
  std::string body = body_around(SourceTree::of(lines), call.line);
  std::string name;
  for (const FetchingCall& of : kFetchingCalls) {
    const std::string_view line = lines[static_cast<std::size_t>(call.line) - 1];
    if (of.kind != kind || find_word(line, of.name, 0) == std::string_view::npos) continue;
    // In the body, the call may continue in the next line.
    for (std::size_t at = find_word(body, of.name, 0); at != std::string::npos; at = find_word(body, of.name, at + 1)) {
      const std::string variable = result_variable(std::string_view(body).substr(at), of);
      if (variable.empty() || find_word(line, variable, 0) == std::string_view::npos) continue;
      if (!name.empty() && name != variable) return false;
      name = variable;
    }
  }
  if (name.empty()) return false;
  // Whatever else names it must be its one declaration.
  for (const FetchingCall& of : kFetchingCalls)
    for (std::size_t at = find_word(body, of.name, 0); at != std::string::npos; at = find_word(body, of.name, at + 1))
      if (result_variable(std::string_view(body).substr(at), of) == name)
        body.replace(find_word(body, name, at), name.size(), name.size(), ' ');
  const std::size_t declared = find_word(body, name, 0);
  if (declared == std::string::npos || find_word(body, name, declared + 1) != std::string::npos) return false;
  const std::size_t end = declared + name.size();
  const std::size_t begin = declared == 0 ? std::string::npos : body.find_last_of(";{}", declared - 1);
  return begin != std::string::npos && end < body.size() &&
         declares(std::string_view(body).substr(begin + 1, declared - begin - 1), body[end]);
}

}  // namespace fencepost
