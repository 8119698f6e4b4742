#include "advice/source_wait.h"

#include <algorithm>
#include <cctype>
#include <string>

#include "advice/source_tree.h"
#include "model/word_text.h"

namespace fencepost {
namespace {

using Kind = SourceTree::Kind;

// "&cur", "(void *)&state->word": the variable, without a type before it.
std::string variable_of(std::string_view argument) {
  if (const std::size_t cast = argument.rfind(')'); cast != std::string_view::npos && argument.front() == '(')
    argument.remove_prefix(cast + 1);
  const auto begin = std::ranges::find_if(argument, in_name);
  return {begin, std::find_if_not(begin, argument.end(), in_name)};
}

// The first argument of a call in a statement; "": it is not there.
std::string first_argument(const std::string& statement, std::string_view call) {
  const std::size_t at = statement.find(std::string(call) + "(");
  if (at == std::string::npos) return "";
  const std::size_t begin = at + call.size() + 1;
  int open = 0;
  for (std::size_t i = begin; i < statement.size(); ++i) {
    open += statement[i] == '(' || statement[i] == '[' ? 1 : statement[i] == ')' || statement[i] == ']' ? -1 : 0;
    if (open < 0 || (open == 0 && statement[i] == ',')) return statement.substr(begin, i - begin);
  }
  return "";
}

// The variable to which a call's value is assigned: "value = peek(win)".
std::string assigned(const std::string& statement) {
  const std::size_t at = statement.find('=');
  if (at == std::string::npos || at == 0 || statement[at + 1] == '=') return "";
  std::size_t end = statement.find_last_not_of(' ', at - 1) + 1, begin = end;
  while (begin > 0 && in_name(statement[begin - 1])) --begin;
  return statement.substr(begin, end - begin);
}

// The condition on which a loop continues.
std::string condition_of(const SourceTree& tree, int loop) {
  const SourceTree::Node& node = tree.node(loop);
  const std::string text = tree.text_of(loop);
  if (node.children.empty()) return text;
  if (text.starts_with("do"))
    return tree.text().substr(tree.node(node.children.back()).end, node.end - tree.node(node.children.back()).end);
  const std::string head = tree.text().substr(node.begin, tree.node(node.children.front()).begin - node.begin);
  if (!text.starts_with("for")) return head;
  const std::size_t first = head.find(';'), second = head.find(';', first + 1);
  return second == std::string::npos ? "" : head.substr(first + 1, second - first - 1);
}

bool calls(const std::string& text, const std::string& function) {
  return !function.empty() && text.find(function + "(") != std::string::npos;
}

bool waits(const SourceTree& tree, int line, std::string_view call, const std::string& function,
           const SourceLocation& other) {
  const int statement = tree.statement_at(line);
  const int here = statement >= 0 ? statement : tree.part_at(line);
  if (here < 0) return false;
  const std::string text = statement >= 0 ? tree.text_of(statement) : "";
  const std::string value = call.empty() ? assigned(text) : variable_of(first_argument(text, call));
  for (int at = here; at > 0; at = tree.node(at).parent) {
    const SourceTree::Node& node = tree.node(at);
    if (node.kind != Kind::kLoop) continue;
    if (node.first_line <= other.line && other.line <= node.last_line) return false;
    const std::string condition = condition_of(tree, at);
    if (!value.empty() && SourceTree::share_a_name(condition, value)) return true;
    if (calls(condition, function)) return true;
  }
  return false;
}

}  // namespace

bool waits_in_loop(std::string_view call, const std::vector<SourceLocation>& frames, const SourceLocation& other,
                   SourceLines& sources) {
  std::string function;  // the function that leads to it
  for (const SourceLocation& frame : frames) {
    if (!can_be_read_as_c(frame)) return false;
    const SourceTree& tree = SourceTree::of(sources.of(frame.file));
    const SourceLocation elsewhere = frame.file == other.file ? other : SourceLocation{};
    if (tree.sound() && waits(tree, frame.line, function.empty() ? call : std::string_view(), function, elsewhere))
      return true;
    function = frame.function;
  }
  return false;
}

}  // namespace fencepost
