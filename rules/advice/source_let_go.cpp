#include "advice/source_let_go.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "advice/source_gap.h"
#include "advice/source_tree.h"

namespace fencepost {
namespace {

using Kind = SourceTree::Kind;

std::string trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
  return std::string(text);
}

// "MPI_Send(&value, 1, …);" as a whole statement: its arguments.
std::optional<std::vector<std::string>> arguments_if(const std::string& text, std::string_view function) {
  if (!text.starts_with(function) || !text.ends_with(';')) return std::nullopt;
  const std::string rest = trimmed(std::string_view(text).substr(function.size(), text.size() - function.size() - 1));
  if (!rest.starts_with('(') || !rest.ends_with(')')) return std::nullopt;
  return arguments_in(text, std::string(function));
}

// The one statement that an `if` without `else` controls; -1: it is no such `if`, or controls more.
int controlled_alone(const SourceTree& tree, int index) {
  if (tree.node(index).kind != Kind::kIf || tree.node(index).children.size() != 1) return -1;
  int inside = tree.node(index).children.front();
  if (tree.node(inside).kind == Kind::kBlock) {
    if (tree.node(inside).children.size() != 1) return -1;
    inside = tree.node(inside).children.front();
  }
  return tree.node(inside).kind == Kind::kSimple ? inside : -1;
}

// Whether the statement does not leave the block, calls nothing, and does not use the names in `text`.
bool is_harmless(const SourceTree& tree, int index, const std::string& text) {
  const std::string one = tree.text_of(index);
  return !jumps(one) && tree.node(index).kind == Kind::kSimple && one.find('(') == std::string::npos &&
         !SourceTree::share_a_name(one, text);
}

std::string condition_of(const SourceTree& tree, int index) {
  const SourceTree::Node& node = tree.node(index);
  const std::string head = trimmed(tree.text().substr(node.begin, tree.node(node.children.front()).begin - node.begin));
  const std::size_t open = head.find('('), close = head.rfind(')');
  if (open == std::string::npos || close == std::string::npos || close < open) return "";
  return trimmed(std::string_view(head).substr(open + 1, close - open - 1));
}

class Beside {
 public:
  Beside(const SourceTree& tree, int waiting, std::string_view function)
      : tree_(tree), waiting_(waiting), function_(function) {}

  std::optional<CallBeside> find() const {
    const int block = tree_.node(waiting_).parent;
    if (tree_.node(block).kind != Kind::kBlock || tree_.function_of(waiting_) < 0) return std::nullopt;
    const auto& all = tree_.node(block).children;
    const auto here = std::ranges::find(all, waiting_);
    if (auto after = first_in(std::next(here), all.end(), false)) return after;
    return first_in(std::make_reverse_iterator(here), all.rend(), true);
  }

 private:
  template <class Iterator>
  std::optional<CallBeside> first_in(Iterator at, Iterator end, bool in_front) const {
    for (; at != end; ++at) {
      const int inside = controlled_alone(tree_, *at);
      if (auto found = call_in(inside >= 0 ? inside : *at)) {
        // Before the call that waits, every rank has already made the calls that are under no condition.
        if (in_front && inside < 0) return std::nullopt;
        found->in_front = in_front;
        if (inside >= 0) found->condition = condition_of(tree_, *at);
        const bool plain = tree_.fills_its_lines(*at) && (inside < 0 || !found->condition.empty());
        return plain && can_pass(*at, in_front) ? found : std::nullopt;
      }
      if (!is_harmless(tree_, *at, tree_.text_of(waiting_) + function_)) return std::nullopt;
    }
    return std::nullopt;
  }
  std::optional<CallBeside> call_in(int statement) const {
    if (tree_.node(statement).kind != Kind::kSimple) return std::nullopt;
    auto arguments = arguments_if(trimmed(tree_.text_of(statement)), function_);
    if (!arguments) return std::nullopt;
    return CallBeside{.line = tree_.node(statement).first_line, .arguments = *std::move(arguments)};
  }
  // Past the call that waits, and past the statements in between.
  bool can_pass(int moved, bool in_front) const {
    const std::string text = tree_.text_of(moved), waiting = tree_.text_of(waiting_);
    if (in_front) return true;
    if (SourceTree::may_change(waiting, text) || SourceTree::may_change(text, waiting)) return false;
    const auto& all = tree_.node(tree_.node(moved).parent).children;
    const auto from = std::next(std::ranges::find(all, waiting_)), to = std::ranges::find(all, moved);
    return tree_.fills_its_lines(waiting_) &&
           std::all_of(from, to, [&](int one) { return is_harmless(tree_, one, text); });
  }

  const SourceTree& tree_;
  int waiting_;
  std::string function_;
};

std::string indentation(std::string_view line) {
  return std::string(line.substr(0, std::min(line.find_first_not_of(" \t"), line.size())));
}

class Edits {
 public:
  Edits(const std::string& file, SourceLines& sources)
      : file_(file), lines_(sources.of(file)), checksum_(sources.checksum(file)), tree_(SourceTree::of(lines_)) {}

  std::vector<SourceEdit> up(int moved_line, int before_line) {
    int moved = tree_.sound() ? tree_.statement_at(moved_line) : -1;
    const int before = tree_.statement_at(before_line);
    if (moved < 0 || before < 0) return {};
    moved = tree_.whole_of(moved);
    if (tree_.block_of(moved, before) < 0) return {};
    if (!tree_.is_whole(tree_.node(before).first_line, tree_.node(moved).last_line)) return {};
    const std::vector<std::string> whole = lines_of(moved);
    return {edit(tree_.node(before).first_line, {}, whole), edit(tree_.node(moved).first_line, whole, {})};
  }
  std::vector<SourceEdit> out_of_condition(int line) {
    const int inside = tree_.sound() ? tree_.statement_at(line) : -1;
    if (inside < 0) return {};
    int whole = tree_.node(inside).parent;
    if (tree_.node(whole).kind == Kind::kBlock) whole = tree_.node(whole).parent;
    if (controlled_alone(tree_, whole) != inside || !tree_.fills_its_lines(whole)) return {};
    const SourceTree::Node &one = tree_.node(inside), &all = tree_.node(whole);
    if (one.first_line != one.last_line) return {};
    const std::string& text = lines_[static_cast<std::size_t>(one.first_line) - 1];
    const std::size_t at = text.find(trimmed(tree_.text_of(inside)));
    const bool ends_the_line = all.last_line == one.first_line && tree_.node(one.parent).kind == Kind::kIf;
    if (at == std::string::npos) return {};
    const std::string call = ends_the_line ? text.substr(at) : trimmed(tree_.text_of(inside));
    return {edit(all.first_line, lines_of(whole),
                 {indentation(lines_[static_cast<std::size_t>(all.first_line) - 1]) + call})};
  }

 private:
  std::vector<std::string> lines_of(int index) const {
    const SourceTree::Node& node = tree_.node(index);
    return {lines_.begin() + node.first_line - 1, lines_.begin() + node.last_line};
  }
  SourceEdit edit(int line, std::vector<std::string> removed, std::vector<std::string> added) const {
    return {
        .file = file_, .checksum = checksum_, .line = line, .removed = std::move(removed), .added = std::move(added)};
  }

  std::string file_;
  const std::vector<std::string>& lines_;
  std::string checksum_;
  const SourceTree& tree_;
};

}  // namespace

std::optional<CallBeside> call_beside(const SourceLocation& waiting, std::string_view function, SourceLines& sources) {
  if (!can_be_read_as_c(waiting)) return std::nullopt;
  const SourceTree& tree = SourceTree::of(sources.of(waiting.file));
  const int statement = tree.sound() ? tree.statement_at(waiting.line) : -1;
  if (statement < 0) return std::nullopt;
  return Beside(tree, statement, function).find();
}

bool sends_its_own(const std::vector<std::string>& given, const SourceLocation& at, SourceLines& sources) {
  if (given.size() < 2) return false;
  if (given[1] == "0") return true;
  if (!given[0].starts_with('&') || given[0].find_first_of("[.>(*") != std::string::npos || !can_be_read_as_c(at))
    return false;
  const SourceTree& tree = SourceTree::of(sources.of(at.file));
  const int here = tree.sound() ? tree.statement_or_part_at(at.line) : -1;
  const int function = here < 0 ? -1 : tree.function_of(here);
  if (function < 0 || tree.declares_global(std::string_view(given[0]).substr(1))) return false;
  const std::string text = tree.text_of(function);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(';', begin), text.size());
    const std::string statement = text.substr(begin, end - begin);
    const bool of_windows =
        std::ranges::any_of(std::array{"MPI_Get", "MPI_Rget", "MPI_Fetch", "MPI_Compare", "MPI_Win_"},
                            [&](const char* call) { return statement.find(call) != std::string::npos; });
    if (of_windows && SourceTree::share_a_name(statement, given[0])) return false;
    begin = end + 1;
  }
  return true;
}

bool calls_after(const SourceLocation& statement, const std::vector<std::string>& functions, SourceLines& sources) {
  if (!can_be_read_as_c(statement)) return false;
  const SourceTree& tree = SourceTree::of(sources.of(statement.file));
  const int here = tree.sound() ? tree.statement_at(statement.line) : -1;
  const int function = here < 0 ? -1 : tree.function_of(here);
  if (function < 0) return false;
  const std::string rest = tree.text().substr(tree.node(here).end, tree.node(function).end - tree.node(here).end);
  return std::ranges::any_of(functions,
                             [&](const std::string& one) { return rest.find(one + '(') != std::string::npos; });
}

std::optional<SourceLocation> post_behind(const SourceLocation& start, const std::string& group,
                                          const std::string& window, SourceLines& sources) {
  if (!can_be_read_as_c(start)) return std::nullopt;
  const SourceTree& tree = SourceTree::of(sources.of(start.file));
  const int here = tree.sound() ? tree.statement_at(start.line) : -1;
  if (here < 0 || tree.node(tree.node(here).parent).kind != Kind::kBlock) return std::nullopt;
  const auto& all = tree.node(tree.node(here).parent).children;
  for (auto at = std::next(std::ranges::find(all, here)); at != all.end(); ++at) {
    const std::string text = tree.node(*at).kind == Kind::kSimple ? trimmed(tree.text_of(*at)) : "";
    if (const auto given = arguments_if(text, "MPI_Win_post")) {
      const bool same = given->size() == 3 && (*given)[0] == group && (*given)[2] == window &&
                        (*given)[1].find('(') == std::string::npos && tree.fills_its_lines(*at);
      return same ? std::optional(first_line_of(tree, *at, start)) : std::nullopt;
    }
    // What comes between neither stores to the window nor tells others to go on.
    if (std::ranges::none_of(std::array{"MPI_Put", "MPI_Accumulate", "MPI_Win_complete"},
                             [&](const char* call) { return arguments_if(text, call).has_value(); }))
      return std::nullopt;
  }
  return std::nullopt;
}

bool may_call_later(const std::vector<SourceLocation>& frames, std::string_view function, SourceLines& sources) {
  const std::string call = std::string(function) + '(';
  for (const SourceLocation& frame : frames) {
    if (frame.file.empty()) continue;  // of a library
    if (!can_be_read_as_c(frame)) return true;
    const SourceTree& tree = SourceTree::of(sources.of(frame.file));
    const int here = tree.sound() ? tree.statement_or_part_at(frame.line) : -1;
    const int inside = here < 0 ? -1 : tree.function_of(here);
    if (inside < 0) return true;
    // Calls before it in its own function have already been made, unless the function is called again.
    std::string rest = tree.text();
    const std::size_t begin = tree.node(inside).begin;
    rest.erase(begin, tree.node(here).end - begin);
    if (rest.find(call) != std::string::npos) return true;
  }
  return false;
}

bool stand_in_branches(const std::vector<SourceLocation>& one, const std::vector<SourceLocation>& other,
                       SourceLines& sources) {
  const auto with_source = [](std::vector<SourceLocation> frames) {
    std::erase_if(frames, [](const SourceLocation& frame) { return frame.file.empty(); });
    std::ranges::reverse(frames);
    return frames;
  };
  const auto first = with_source(one), second = with_source(other);
  for (std::size_t i = 0; i < std::min(first.size(), second.size()); ++i) {
    const SourceLocation &at = first[i], &there = second[i];
    if (at.file != there.file) return i == 0 && at.function == "main" && there.function == "main";
    if (at.function != there.function || !can_be_read_as_c(at)) return false;
    if (at.line == there.line) continue;
    const SourceTree& tree = SourceTree::of(sources.of(at.file));
    int here = tree.sound() ? tree.statement_or_part_at(at.line) : -1;
    int elsewhere = tree.statement_or_part_at(there.line);
    if (here < 0 || elsewhere < 0) return false;
    const int around = tree.around(here, elsewhere);
    if (around < 0 || tree.node(around).kind != Kind::kIf || here == around || elsewhere == around) return false;
    for (int above = around; above >= 0; above = tree.node(above).parent)
      if (tree.node(above).kind == Kind::kLoop) return false;
    return true;
  }
  return false;
}

bool stand_in_one_block(const SourceLocation& one, const SourceLocation& other, SourceLines& sources) {
  if (!can_be_read_as_c(one) || one.file != other.file) return false;
  const SourceTree& tree = SourceTree::of(sources.of(one.file));
  const int first = tree.sound() ? tree.statement_at(one.line) : -1, second = tree.statement_at(other.line);
  return tree.block_of(first, second) >= 0;
}

std::vector<SourceEdit> let_go_edits(const Fix& fix, SourceLines& sources) {
  if (!can_be_read_as_c(fix.moved.at)) return {};
  if (fix.within.known()) return Edits(fix.moved.at.file, sources).out_of_condition(fix.moved.at.line);
  if (fix.moved.at.file != fix.place.at.file) return {};
  return Edits(fix.moved.at.file, sources).up(fix.moved.at.line, fix.place.at.line);
}

}  // namespace fencepost
