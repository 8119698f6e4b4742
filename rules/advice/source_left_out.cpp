#include "advice/source_left_out.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "advice/source_tree.h"
#include "words/fix_text.h"
#include "words/words.h"

namespace fencepost {
namespace {

constexpr std::array<std::string_view, 5> kWords = {"return", "goto", "continue", "break", "throw"};

std::string_view leaving_word(const std::string& statement) {
  const auto* const found =
      std::ranges::find_if(kWords, [&](std::string_view word) { return statement.starts_with(word); });
  return found == kWords.end() ? std::string_view() : *found;
}

class Search {
 public:
  Search(const SourceTree& tree, const std::vector<std::string>& texts) : tree_(tree), texts_(texts) {}

  // The statement with the call; -1: there is none. After it, `leaving()` has what may leave it out.
  int behind(int statement) {
    int at = statement;
    for (;;) {
      const int block = tree_.node(at).parent;
      if (block < 0) return -1;
      if (tree_.node(block).kind == SourceTree::Kind::kBlock) {
        const auto& all = tree_.node(block).children;
        for (auto next = std::next(std::ranges::find(all, at)); next != all.end(); ++next) {
          if (is_call(*next)) return *next;
          note_leaving(*next, false);
        }
      } else if (tree_.node(block).kind != SourceTree::Kind::kIf) {
        return -1;  // (The end of a loop's body does not leave it.)
      }
      at = block;
    }
  }
  const std::vector<int>& leaving() const { return leaving_; }
  std::size_t which() const { return which_; }

 private:
  bool is_call(int statement) {
    if (tree_.node(statement).kind != SourceTree::Kind::kSimple) return false;
    const std::string text = tree_.text_of(statement);
    which_ = static_cast<std::size_t>(
        std::ranges::find_if(texts_, [&](const std::string& one) { return text.find(one) != std::string::npos; }) -
        texts_.begin());
    return which_ < texts_.size();
  }
  void note_leaving(int index, bool in_loop) {
    const SourceTree::Node& node = tree_.node(index);
    if (node.kind == SourceTree::Kind::kSimple) {
      const std::string_view word = leaving_word(tree_.text_of(index));
      const bool of_loop = word == "break" || word == "continue";
      if (!word.empty() && !(of_loop && in_loop)) leaving_.push_back(index);
      return;
    }
    const bool loop = in_loop || node.kind == SourceTree::Kind::kLoop || node.kind == SourceTree::Kind::kOther;
    for (const int child : node.children) note_leaving(child, loop);
  }

  const SourceTree& tree_;
  const std::vector<std::string>& texts_;
  std::vector<int> leaving_;
  std::size_t which_ = 0;
};

// A condition that only reads: nothing is lost with it.
bool only_reads(const std::string& condition) {
  for (std::size_t at = condition.find('='); at != std::string::npos; at = condition.find('=', at + 1)) {
    const char before = at > 0 ? condition[at - 1] : ' ';
    if (condition.compare(at, 2, "==") == 0)
      ++at;
    else if (before != '!' && before != '<' && before != '>')
      return false;
  }
  return condition.find("++") == std::string::npos && condition.find("--") == std::string::npos &&
         !calls_a_function(condition.substr(std::min(condition.find('('), condition.size())));
}

// The `if` after the statement, in a block around it, that controls one of the calls and nothing else, and the number
// of its text; nothing: there is none, or not all come to it.
std::optional<std::pair<int, std::size_t>> conditional(const SourceTree& tree, int statement,
                                                       const std::vector<std::string>& texts) {
  for (int at = statement; at >= 0 && tree.node(at).parent >= 0; at = tree.node(at).parent) {
    const SourceTree::Node& block = tree.node(tree.node(at).parent);
    if (block.kind == SourceTree::Kind::kLoop || block.kind == SourceTree::Kind::kOther) break;
    if (block.kind != SourceTree::Kind::kBlock) continue;
    for (auto next = std::next(std::ranges::find(block.children, at)); next != block.children.end(); ++next) {
      const SourceTree::Node& node = tree.node(*next);
      if (node.kind == SourceTree::Kind::kSimple) {
        const std::string text = tree.text_of(*next);
        if (jumps(text) || (calls_a_function(text) && !is_call_of_mpi(text))) return std::nullopt;
        continue;
      }
      if (node.kind != SourceTree::Kind::kIf || node.children.size() != 1) return std::nullopt;
      int body = node.children.front();
      if (tree.node(body).kind == SourceTree::Kind::kBlock && tree.node(body).children.size() == 1)
        body = tree.node(body).children.front();
      const std::string text = tree.text_of(body);
      const auto found = std::ranges::find_if(texts, [&](const std::string& one) { return text == one + ";"; });
      if (found == texts.end()) return std::nullopt;
      const std::string condition = tree.text().substr(node.begin, tree.node(node.children.front()).begin - node.begin);
      if (!only_reads(condition) || !tree.fills_its_lines(*next)) return std::nullopt;
      return std::pair(*next, static_cast<std::size_t>(found - texts.begin()));
    }
  }
  return std::nullopt;
}

// "take MPI_Win_flush at halo.c:14 out of its condition"; nothing: it has none.
std::optional<Fix> taken_out_of_condition(const Fix& completes, const std::vector<FixCall>& calls,
                                          const std::vector<std::string>& texts, const SourceLocation& used,
                                          SourceLines& sources) {
  const SourceLocation& place = completes.operation.at;
  if (!can_be_read_as_c(place)) return std::nullopt;
  const SourceTree& tree = SourceTree::of(sources.of(place.file));
  const int here = tree.sound() ? tree.statement_at(place.line) : -1;
  const auto found = here < 0 || tree.function_of(here) < 0 ? std::nullopt : conditional(tree, here, texts);
  if (!found) return std::nullopt;
  const SourceTree::Node& condition = tree.node(found->first);
  if (used.file == place.file && used.line > place.line && used.line <= condition.last_line) return std::nullopt;
  int call = condition.children.front();
  if (tree.node(call).kind == SourceTree::Kind::kBlock) call = tree.node(call).children.front();
  const SourceLocation at = first_line_of(tree, call, place), whole = first_line_of(tree, found->first, place);
  const FixCall& there = calls[found->second];
  Fix fix{.kind = FixKind::kMove, .purpose = completes.purpose, .call = there, .side = FixSide::kBefore};
  fix.moved = {.at = at, .name = fmt::format("{} at {}", there.function, position_of(at)), .call = there.function};
  fix.within = {.at = whole, .name = "its condition"};
  fix.place = fix.moved;
  fix.holds = fmt::format("{} has to be complete in time: {} completes it only where its condition is true",
                          completes.operation.name, fix.moved.name);
  fix.operation = completes.operation;
  fix.window = completes.window;
  return fix;
}

}  // namespace

bool leaves_its_condition(const Fix& fix) {
  return fix.kind == FixKind::kMove && fix.within.known() &&
         (fix.purpose == FixPurpose::kComplete || fix.purpose == FixPurpose::kOpenEpoch ||
          fix.purpose == FixPurpose::kCloseEpoch);
}

std::optional<Fix> opened_under_condition(const Fix& opens, SourceLines& sources) {
  const std::string& function = opens.call.function;
  const SourceLocation& place = opens.operation.at;
  const bool one = function == "MPI_Win_lock";
  if (opens.call.arguments.empty() || (!one && function != "MPI_Win_lock_all") || !can_be_read_as_c(place))
    return std::nullopt;
  const SourceTree& tree = SourceTree::of(sources.of(place.file));
  const int closer = tree.sound() ? tree.statement_at(place.line) : -1;
  if (closer < 0 || !tree.text_of(closer).starts_with(opens.operation.call + "(")) return std::nullopt;
  const SourceTree::Node& block = tree.node(tree.node(closer).parent);
  if (block.kind != SourceTree::Kind::kBlock) return std::nullopt;
  for (auto at = std::make_reverse_iterator(std::ranges::find(block.children, closer)); at != block.children.rend();
       ++at) {
    const SourceTree::Node& node = tree.node(*at);
    if (node.kind == SourceTree::Kind::kSimple) {
      const std::string text = tree.text_of(*at);
      if (jumps(text) || !is_call_of_mpi(text)) return std::nullopt;
      continue;
    }
    if (node.kind != SourceTree::Kind::kIf || node.children.size() != 1) return std::nullopt;
    int body = node.children.front();
    if (tree.node(body).kind == SourceTree::Kind::kBlock && tree.node(body).children.size() == 1)
      body = tree.node(body).children.front();
    const std::vector<std::string> given = arguments_in(tree.text_of(body), function);
    const std::string condition = tree.text().substr(node.begin, tree.node(node.children.front()).begin - node.begin);
    const bool same = given.size() == opens.call.arguments.size() && given.back() == opens.call.arguments.back() &&
                      (!one || given[1] == opens.call.arguments[1]);
    if (!same || !tree.text_of(body).starts_with(function + "(") || !only_reads(condition) ||
        !tree.fills_its_lines(*at))
      return std::nullopt;
    const SourceLocation there = first_line_of(tree, body, place);
    Fix fix{.kind = FixKind::kMove,
            .purpose = FixPurpose::kOpenEpoch,
            .call = {.function = function, .arguments = given},
            .side = FixSide::kBefore};
    fix.moved = {.at = there, .name = fmt::format("{} at {}", function, position_of(there)), .call = function};
    fix.within = {.at = first_line_of(tree, *at, place), .name = "its condition"};
    fix.place = fix.moved;
    fix.operation = opens.operation;
    fix.window = opens.window;
    fix.holds = fmt::format("{} needs an epoch that is opened before it: {} opens it only where its condition is true",
                            opens.place.name, fix.moved.name);
    fix.offer = FixOffer::kIfTried;
    return fix;
  }
  return std::nullopt;
}

std::optional<Fix> closed_under_condition(const Fix& closes, SourceLines& sources) {
  if (closes.call.arguments.empty() || closes.call.on_all_ranks || !can_be_read_as_c(closes.operation.at))
    return std::nullopt;
  auto fix = taken_out_of_condition(closes, {closes.call}, {text_of(closes.call)}, {}, sources);
  if (!fix) return std::nullopt;
  const SourceTree& tree = SourceTree::of(sources.of(fix->operation.at.file));
  const int opener = tree.statement_at(fix->operation.at.line), condition = tree.part_at(fix->within.at.line);
  const bool plain = opener >= 0 && condition >= 0 && tree.node(opener).kind == SourceTree::Kind::kSimple &&
                     tree.text_of(opener).starts_with(fix->operation.call + "(");
  if (!plain || tree.node(opener).parent != tree.node(condition).parent) return std::nullopt;
  fix->holds = fmt::format("the epoch that {} opens has to be closed: {} closes it only where its condition is true",
                           fix->operation.name, fix->moved.name);
  fix->offer = FixOffer::kIfTried;
  return fix;
}

std::optional<SkippedCall> left_out_behind(const SourceLocation& place, const std::vector<std::string>& texts,
                                           const SourceLocation& used, SourceLines& sources) {
  if (!can_be_read_as_c(place)) return std::nullopt;
  const SourceTree& tree = SourceTree::of(sources.of(place.file));
  const int here = tree.sound() ? tree.statement_at(place.line) : -1;
  if (here < 0 || tree.function_of(here) < 0) return std::nullopt;
  Search search(tree, texts);
  const int call = search.behind(here);
  if (call < 0 || search.leaving().empty() || !tree.is_whole(place.line, tree.node(call).last_line))
    return std::nullopt;
  if (used.file == place.file && used.line > place.line && used.line <= tree.node(call).last_line) return std::nullopt;
  SkippedCall found{.call = first_line_of(tree, call, place),
                    .leaving = {},
                    .which = search.which(),
                    .word = std::string(leaving_word(tree.text_of(search.leaving().front())))};
  for (const int one : search.leaving()) found.leaving.push_back(first_line_of(tree, one, place));
  return found;
}

std::optional<Fix> added_where_left_out(const Fix& completes, const SourceLocation& used, SourceLines& sources) {
  const FixCall& call = completes.call;
  if (call.arguments.empty() || call.on_all_ranks) return std::nullopt;
  std::vector<FixCall> calls = {call};
  const auto or_else = [&](const char* function, std::vector<std::string> arguments) {
    calls.push_back({.function = function, .arguments = std::move(arguments)});
  };
  const std::string& window = call.arguments.back();
  if (call.function == "MPI_Win_flush_local") {
    or_else("MPI_Win_flush", call.arguments);
    or_else("MPI_Win_flush_local_all", {window});
  }
  if (call.function.starts_with("MPI_Win_flush")) or_else("MPI_Win_flush_all", {window});
  std::vector<std::string> texts;
  texts.reserve(calls.size());
  for (const FixCall& one : calls) texts.push_back(text_of(one));
  if (auto fix = taken_out_of_condition(completes, calls, texts, used, sources)) return fix;
  const auto left_out = left_out_behind(completes.operation.at, texts, used, sources);
  if (!left_out) return std::nullopt;
  const FixCall& there = calls[left_out->which];
  const std::string missed = fmt::format("{} at {}", there.function, position_of(left_out->call));
  if (left_out->leaving.size() > 1) {
    std::vector<std::string> places;
    for (const SourceLocation& at : left_out->leaving) places.push_back(position_of(at));
    return must_hold(fmt::format("{} has to be called on each path: those that leave at {} leave out {}",
                                 text_of(there), fmt::join(places, " and "), missed));
  }
  Fix fix = completes;
  fix.call = there;
  fix.side = FixSide::kBefore;
  fix.until = {};
  fix.place = {.at = left_out->leaving.front(),
               .name = fmt::format("the {} at {}", left_out->word, position_of(left_out->leaving.front())),
               .rank = completes.operation.rank,
               .call = left_out->word};
  fix.only_if.clause = "which leaves out " + missed;
  return fix;
}

bool leaves(const std::string& word) {
  return std::ranges::find(kWords, word) != kWords.end();
}

}  // namespace fencepost
