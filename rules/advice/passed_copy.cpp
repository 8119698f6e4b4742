#include "advice/passed_copy.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "advice/source_line.h"
#include "advice/source_tree.h"
#include "model/source_language.h"
#include "model/word_text.h"
#include "words/compiler_copy.h"

namespace fencepost {
namespace {

constexpr std::size_t kMostLines = 40;  // of one statement

// "put_row" of "halo::put_row".
std::string procedure_name(const SourceLocation& inside) {
  const std::size_t colon = inside.function.rfind(':');
  return in_small_letters(colon == std::string::npos ? inside.function : inside.function.substr(colon + 1));
}

// What is in the parentheses that open there.
std::vector<std::string> arguments_from(const std::string& statement, std::size_t open) {
  constexpr const char* kNoName = "@";
  return arguments_in(kNoName + statement.substr(open), kNoName);
}

// The call's name and its arguments, if the statement has one call: "call win%put(x, n)" is {"win%put", {"x", "n"}}.
struct WrittenCall {
  std::string name;
  std::vector<std::string> arguments;
};
WrittenCall call_in(const std::string& statement) {
  const std::size_t at = find_word(statement, "call");
  if (at == std::string::npos) return {};
  const std::size_t begin = statement.find_first_not_of(" \t", at + 4);
  const std::size_t open = begin == std::string::npos ? begin : statement.find('(', begin);
  if (open == std::string::npos) return {};
  std::string name(trimmed(std::string_view(statement).substr(begin, open - begin)));
  if (!std::ranges::all_of(name, [](char c) { return in_name(c) || c == '%'; })) return {};
  return {name, arguments_from(statement, open)};
}

// The value of an argument: of "rows=a(1:9:2)" what comes after the keyword, if it is this one's.
std::string without_keyword(const std::string& argument, const std::string& dummy) {
  const std::size_t equals = argument.find('=');
  if (equals == std::string::npos || argument.compare(equals, 2, "==") == 0) return argument;
  const std::string_view keyword = trimmed(std::string_view(argument).substr(0, equals));
  if (!std::ranges::all_of(keyword, in_name)) return argument;
  return keyword == dummy ? std::string(trimmed(std::string_view(argument).substr(equals + 1))) : std::string();
}

bool is_same_call(const SourceLocation& a, const SourceLocation& b) {
  return a.line == b.line && a.file == b.file && a.function == b.function;
}

// Whether the call that leads to frame `k` of one stack (from the innermost) is under way in the other stack.
bool is_under_way(const std::vector<SourceLocation>& frames, std::size_t k, const std::vector<SourceLocation>& later) {
  const std::size_t outer = frames.size() - k;  // frames from this one outwards
  if (later.size() < outer) return false;
  const std::size_t shift = later.size() - frames.size();
  for (std::size_t i = k + 1; i < frames.size(); ++i)
    if (!is_same_call(frames[i], later[i + shift])) return false;
  return frames[k].function == later[k + shift].function && frames[k].file == later[k + shift].file;
}

}  // namespace

// The statement that begins in a line, in small letters and without comments; "": it has no end.
std::string PassedCopies::statement_from(const SourceLocation& at) {
  const auto& lines = sources_.of(at.file);
  std::string text;
  for (std::size_t i = static_cast<std::size_t>(at.line) - 1, n = 0; i < lines.size() && n < kMostLines; ++i, ++n) {
    std::string_view code = trimmed(code_of(lines[i], true));
    if (n > 0 && code.starts_with('&')) code.remove_prefix(1);
    const bool goes_on = code.ends_with('&');
    if (goes_on) code.remove_suffix(1);
    text += code;
    text += ' ';
    if (!goes_on && !(n > 0 && code.empty())) return in_small_letters(std::move(text));
  }
  return {};
}

// The dummy arguments of the procedure around a line, by its definition above it.
std::vector<std::string> PassedCopies::dummies_of(const SourceLocation& inside) {
  const auto& lines = sources_.of(inside.file);
  const std::string name = procedure_name(inside);
  SourceLocation at = inside;
  for (at.line = std::min(inside.line, static_cast<int>(lines.size())); at.line > 0; --at.line) {
    const std::string code = in_small_letters(std::string(code_of(lines[static_cast<std::size_t>(at.line) - 1], true)));
    if (find_word(code, "end") != std::string::npos || find_word(code, name) == std::string::npos) continue;
    std::size_t keyword = find_word(code, "subroutine");
    if (keyword == std::string::npos) keyword = find_word(code, "function");
    if (keyword == std::string::npos || find_word(code, name) < keyword) continue;
    std::string statement = statement_from(at);
    const std::size_t open = statement.find('(', std::min(find_word(statement, name), statement.size()));
    if (open == std::string::npos) return {};
    return arguments_from(statement, open);
  }
  return {};
}

// What a call passes for a dummy argument of the procedure that it leads into; "": it is not known.
std::string PassedCopies::passed_for(const std::string& dummy, const SourceLocation& inside,
                                     const SourceLocation& call) {
  const std::vector<std::string> dummies = dummies_of(inside);
  const auto found = std::ranges::find(dummies, dummy);
  if (found == dummies.end()) return {};
  auto index = static_cast<std::size_t>(found - dummies.begin());
  const auto [name, arguments] = call_in(statement_from(call));
  for (const std::string& argument : arguments)
    if (const std::string value = without_keyword(argument, dummy); value != argument && !value.empty()) return value;
  // (The object whose procedure is called is its first dummy argument.)
  if (name.find('%') != std::string::npos && arguments.size() < dummies.size()) {
    if (index == 0) return {};
    --index;
  }
  if (index >= arguments.size() || without_keyword(arguments[index], dummy) != arguments[index]) return {};
  return arguments[index];
}

std::optional<PassedCopies::Found> PassedCopies::find(const Place& mpi_call, int index) {
  const std::vector<SourceLocation> frames = symbolizer_.frames(mpi_call);
  if (frames.size() < 2 || !is_fortran_source(frames[0].file) || SourceLines::changed_since_built(frames[0])) return {};
  const auto given = symbolizer_.argument_text(mpi_call, index);
  if (!given || !is_name(*given)) return std::nullopt;
  std::string dummy = in_small_letters(*given);
  for (std::size_t k = 0; k + 1 < frames.size(); ++k) {
    const SourceLocation& call = frames[k + 1];
    if (call.line <= 0 || !is_fortran_source(call.file) || SourceLines::changed_since_built(call)) return std::nullopt;
    std::string text = passed_for(dummy, frames[k], call);
    if (is_copied_for_calls(text)) return Found{{std::move(text), procedure_name(frames[k]), call}, k};
    if (!is_name(text)) return std::nullopt;
    dummy = std::move(text);
  }
  return std::nullopt;
}

std::optional<PassedCopy> PassedCopies::left(const Place& mpi_call, int index, std::uint64_t address,
                                             const Place& later) {
  auto found = find(mpi_call, index);
  if (!found || is_under_way(symbolizer_.frames(mpi_call), found->frame, symbolizer_.frames(later)) ||
      !symbolizer_.in_compiler_copy(mpi_call, address, variable_of(found->copy.text)))
    return std::nullopt;
  return std::move(found->copy);
}

std::optional<PassedCopy> PassedCopies::freed_at(const Place& mpi_call, int index, const Place& freed) {
  auto found = find(mpi_call, index);
  if (!found || !is_same_call(symbolizer_.statement(freed), found->copy.call)) return std::nullopt;
  return std::move(found->copy);
}

}  // namespace fencepost
