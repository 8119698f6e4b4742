#include "advice/source_argument.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string_view>

#include "advice/source_tree.h"
#include "model/word_text.h"

namespace fencepost {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
  return text;
}

// "&", "g", "->win": a variable and its members.
struct Expression {
  bool address = false;
  std::string name, members;

  bool is_plain() const { return !name.empty(); }
  std::string text() const { return (address ? "&" : "") + name + members; }
};

// A variable and its members by their names and numbers.
Expression parsed(std::string_view text) {
  text = trimmed(text);
  Expression made;
  if (text.starts_with('&')) {
    made.address = true;
    text = trimmed(text.substr(1));
  }
  std::size_t end = 0;
  while (end < text.size() && in_name(text[end])) ++end;
  if (end == 0 || std::isdigit(static_cast<unsigned char>(text.front())) != 0) return {};
  const std::string_view rest = text.substr(end);
  for (std::size_t at = 0; at < rest.size();) {
    std::size_t begin = at + (rest.substr(at).starts_with("->") ? 2 : 1);
    const bool element = rest[at] == '[', member = rest[at] == '.' || rest.substr(at).starts_with("->");
    if (!element && !member) return {};
    at = begin;
    while (at < rest.size() && in_name(rest[at])) ++at;
    const std::string_view one = rest.substr(begin, at - begin);
    const bool number = !one.empty() && std::ranges::all_of(one, [](unsigned char c) { return std::isdigit(c) != 0; });
    if (one.empty() || number != element) return {};
    if (element && (at == rest.size() || rest[at++] != ']')) return {};
  }
  made.name = std::string(text.substr(0, end));
  made.members = std::string(rest);
  return made;
}

// The list in the parentheses before a function's body.
std::vector<std::string> parameters(const SourceTree& tree, int body) {
  const std::string& text = tree.text();
  const std::size_t close = text.rfind(')', tree.node(body).begin);
  if (close == std::string::npos) return {};
  if (!trimmed(std::string_view(text).substr(close + 1, tree.node(body).begin - close - 1)).empty()) return {};
  int depth = 0;
  std::size_t open = close;
  for (;; --open) {
    depth += text[open] == ')' ? 1 : text[open] == '(' ? -1 : 0;
    if (depth == 0 || open == 0) break;
  }
  if (depth != 0) return {};
  std::vector<std::string> list(1);
  for (const char c : text.substr(open + 1, close - open - 1)) {
    if (std::string_view("()<>{}").find(c) != std::string_view::npos) return {};  // of a type that is not plain
    if (c == ',')
      list.emplace_back();
    else
      list.back() += c;
  }
  return list;
}

// "grid_t *grid", "MPI_Win win[]": the name.
std::string name_of_parameter(std::string_view parameter) {
  parameter = trimmed(parameter.substr(0, parameter.find('[')));
  std::size_t begin = parameter.size();
  while (begin > 0 && in_name(parameter[begin - 1])) --begin;
  return begin == 0 ? "" : std::string(parameter.substr(begin));  // (a type alone has no name)
}

// The statement in a tree of its file; -1: there is none. Also a statement that begins there and controls others.
int node_at(const SourceTree& tree, int line) {
  return tree.sound() ? tree.statement_or_part_at(line) : -1;
}

// `of` with the argument that was passed for its variable, a parameter of the function with this body.
std::optional<Expression> in_place_of(const Expression& of, std::string_view parameter, const std::string& argument,
                                      const std::string& body) {
  Expression given = parsed(argument);
  if (!given.is_plain()) return std::nullopt;
  const bool pointer = parameter.find('*') != std::string_view::npos,
             reference = parameter.find('&') != std::string_view::npos;
  // A copy is another variable, with the same value as long as nothing changes it.
  if (!pointer && !reference && !of.address && !given.address && !SourceTree::may_change(body, of.name))
    return Expression{false, given.name, given.members + of.members};
  if (pointer == reference || (reference && given.address)) return std::nullopt;
  if (of.members.empty()) {
    if (of.address != reference) return std::nullopt;
    given.address = given.address || reference;
    return given;
  }
  std::string members = of.members;
  if (pointer) {
    if (!members.starts_with("->")) return std::nullopt;
    if (given.address) members = "." + members.substr(2);
  }
  return Expression{of.address, given.name, given.members + members};
}

}  // namespace

bool names_local(const SourceLocation& at, const std::string& words, SourceLines& sources) {
  if (!can_be_read_as_c(at)) return false;
  const SourceTree& tree = SourceTree::of(sources.of(at.file));
  const int statement = node_at(tree, at.line), body = statement < 0 ? -1 : tree.function_of(statement);
  if (body < 0) return false;
  if (tree.declares_between(tree.node(body).parent, statement, words)) return true;
  return std::ranges::any_of(parameters(tree, body), [&](const std::string& parameter) {
    const std::string name = name_of_parameter(parameter);
    return !name.empty() && SourceTree::share_a_name(name, words);
  });
}

std::optional<NamedByCaller> named_by_caller(const std::string& expression, const std::vector<SourceLocation>& frames,
                                             const SourceLocation& there, SourceLines& sources) {
  Expression now = parsed(expression);
  for (std::size_t i = 0; now.is_plain() && i < frames.size(); ++i) {
    const SourceLocation& at = frames[i];
    if (!can_be_read_as_c(at)) return std::nullopt;
    const SourceTree& tree = SourceTree::of(sources.of(at.file));
    const int statement = node_at(tree, at.line), body = statement < 0 ? -1 : tree.function_of(statement);
    if (body < 0) return std::nullopt;
    if (at.file == there.file && at.function == there.function) return NamedByCaller{now.text(), at};
    if (tree.declares_between(tree.node(body).parent, statement, now.name)) return std::nullopt;
    const std::vector<std::string> list = parameters(tree, body);
    const auto own = std::ranges::find(list, now.name, name_of_parameter);
    if (own == list.end()) {
      const bool known =
          at.file == there.file && tree.declares_global(now.name) && !names_local(there, now.name, sources);
      return known ? std::optional(NamedByCaller{now.text(), there}) : std::nullopt;
    }
    if (i + 1 == frames.size()) return std::nullopt;
    const SourceLocation& caller = frames[i + 1];
    if (!can_be_read_as_c(caller)) return std::nullopt;
    const SourceTree& above = SourceTree::of(sources.of(caller.file));
    const int call = node_at(above, caller.line);
    if (call < 0) return std::nullopt;
    const std::vector<std::string> arguments = arguments_in(above.text_of(call), at.function);
    if (arguments.size() != list.size()) return std::nullopt;
    const auto given =
        in_place_of(now, *own, arguments[static_cast<std::size_t>(own - list.begin())], tree.text_of(body));
    if (!given) return std::nullopt;
    now = *given;
  }
  return std::nullopt;
}

std::string null_buffer(const std::string& file, SourceLines& sources) {
  constexpr std::string_view kHeaders[] = {"<stddef.h>", "<stdio.h>", "<stdlib.h>", "<string.h>",
                                           "<cstddef>",  "<cstdio>",  "<cstdlib>",  "<cstring>"};
  const bool known = std::ranges::any_of(sources.of(file), [&](const std::string& text) {
    return SourceTree::share_a_name(text, "NULL") || std::ranges::any_of(kHeaders, [&](std::string_view header) {
             return text.find(header) != std::string::npos;
           });
  });
  return known ? "NULL" : "MPI_BOTTOM";
}

}  // namespace fencepost
