#include "advice/certain_fixes.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "advice/source_line.h"
#include "advice/source_tree.h"
#include "model/source_language.h"
#include "model/word_text.h"
#include "words/call_text.h"
#include "words/wrong_argument.h"

namespace fencepost {
namespace {

bool is_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, in_name) && std::isdigit(static_cast<unsigned char>(text[0])) == 0;
}

// The first arguments of a call as the source has them; empty: one of them cannot be written again.
std::vector<std::string> arguments_text(const Place& call, int count, Words& words) {
  std::vector<std::string> all;
  for (int i = 0; i < count; ++i) {
    auto text = argument_text(call, i, words);
    if (!text) return {};
    all.push_back(*std::move(text));
  }
  return all;
}

Fix certain(FixKind kind, const Place& place, Words& words) {
  Fix fix{.kind = kind, .certain = true};
  fix.place = words.fix_place(place);
  return fix;
}

// The positions of a call's arguments whose names in the standard end like this.
std::vector<int> arguments_named(std::string_view end, MpiCall call) {
  std::vector<int> positions;
  const std::vector<std::string_view> names = arguments_of(call);
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i].ends_with(end)) positions.push_back(static_cast<int>(i));
  return positions;
}

// The name of the function that a statement calls if it is nothing but a call: "MPI_Type_vector".
std::string called_by(const std::string& statement) {
  const std::size_t open = statement.find('(');
  if (open == std::string::npos || !statement.ends_with(");")) return "";
  std::string name = statement.substr(0, open);
  while (!name.empty() && name.back() == ' ') name.pop_back();
  return is_name(name) && !arguments_in(statement, name).empty() ? name : "";
}

// The one statement of a function that makes a datatype under this name; -1: there is none, or there are several, or
// the datatype is committed somewhere.
int made_in(const SourceTree& tree, int function, const std::string& name) {
  int found = -1;
  for (int at = 0; tree.has(at); ++at) {
    if (tree.node(at).kind != SourceTree::Kind::kSimple) continue;
    const std::string text = tree.text_of(at);
    if (text.find("MPI_Type_commit") != std::string::npos) return -1;
    const std::string call = called_by(text);
    if (!call.starts_with("MPI_Type_") || tree.function_of(at) != function) continue;
    const std::vector<std::string> arguments = arguments_in(text, call);
    if (arguments.size() < 2 || arguments.back() != "&" + name) continue;
    if (found >= 0) return -1;
    found = at;
  }
  return found;
}

}  // namespace

bool passes_window(const Fix& fix) {
  const bool of_epoch = fix.purpose == FixPurpose::kOpenEpoch || fix.purpose == FixPurpose::kCloseEpoch;
  return fix.kind == FixKind::kReplaceArgument && !fix.argument.given.empty() && of_epoch && fix.window &&
         (fix.purpose == FixPurpose::kCloseEpoch || !fix.operation.known());
}

bool passes_target(const Fix& fix) {
  return fix.kind == FixKind::kReplaceArgument && !fix.argument.given.empty() &&
         fix.purpose == FixPurpose::kOpenEpoch && fix.operation.known();
}

bool is_used_elsewhere(const std::string& argument, const FixPlace& place, SourceLines& sources) {
  if (!can_be_read_as_c(place.at)) return false;
  const SourceTree& tree = SourceTree::of(sources.of(place.at.file));
  const int here = tree.sound() ? tree.statement_at(place.at.line) : -1;
  const int function = here < 0 ? -1 : tree.function_of(here);
  if (function < 0) return false;
  const std::string text = tree.text_of(function);
  for (std::size_t begin = 0; begin < argument.size();) {
    std::size_t end = begin;
    while (end < argument.size() && in_name(argument[end])) ++end;
    const std::string name = argument.substr(begin, end - begin);
    begin = end + 1;
    if (!is_name(name)) continue;
    // In its declaration, in the argument, and once more.
    constexpr int kUsed = 3;
    if (uses_of(name, text) < kUsed) return false;
  }
  return true;
}

Fixes pass_null_info(const Place& call, Words& words) {
  const std::vector<int> infos = arguments_named("info", call.call);
  const auto given = infos.empty() ? std::nullopt : argument_text(call, infos.front(), words);
  if (!given) return {};
  std::string plain = *given;
  std::erase(plain, ' ');
  constexpr std::array<std::string_view, 5> kNothing = {"0", "(MPI_Info)0", "NULL", "(MPI_Info)NULL", "nullptr"};
  if (std::ranges::find(kNothing, plain) == kNothing.end()) return {};
  Fix fix = certain(FixKind::kReplaceArgument, call, words);
  fix.argument = {.given = "MPI_INFO_NULL", .instead_of = *given};
  return {fix};
}

Fixes fence_in_order(const Place& fence, Words& words) {
  const std::vector<std::string> given = arguments_text(fence, 2, words);
  if (given.empty()) return {};
  Fix fix = certain(FixKind::kReplaceCall, fence, words);
  fix.call = {.function = std::string(name_of(fence.call)), .arguments = {given[1], given[0]}};
  return {fix};
}

std::vector<SourceLocation> calls_to_replace(const Fix& fix, SourceLines& sources) {
  const SourceLocation& place = fix.place.at;
  const std::vector<std::string>& lines = sources.of(place.file);
  const auto at = static_cast<std::size_t>(place.line) - 1;
  if (!fix.certain || fix.call.function != fix.place.call || at >= lines.size()) return {place};
  const bool fortran = is_fortran_source(place.file);
  const auto arguments_at = [&](const std::string& line) {
    return arguments_in(std::string(code_of(line, fortran)), fix.place.call);
  };
  const std::vector<std::string> wrong = arguments_at(lines[at]);
  if (wrong.empty()) return {place};
  std::vector<SourceLocation> calls;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i != at && arguments_at(lines[i]) != wrong) continue;
    calls.push_back(place);
    calls.back().line = static_cast<int>(i) + 1;
  }
  return calls;
}

Fixes commit_datatype(const Place& operation, Words& words) {
  std::set<std::string> names;
  for (const int index : arguments_named("_datatype", operation.call))
    if (const auto text = argument_text(operation, index, words); text && is_name(*text) && !text->starts_with("MPI_"))
      names.insert(*text);
  const SourceLocation at = words.symbolizer().statement(operation);
  if (names.size() != 1 || !can_be_read_as_c(at)) return {};
  SourceLines sources;
  const SourceTree& tree = SourceTree::of(sources.of(at.file));
  const int here = tree.sound() ? tree.statement_at(at.line) : -1;
  const int function = here < 0 ? -1 : tree.function_of(here);
  const int made = function < 0 ? -1 : made_in(tree, function, *names.begin());
  if (made < 0 || tree.node(made).begin > tree.node(here).begin) return {};
  Fix fix{.kind = FixKind::kAdd, .certain = true};
  fix.call = {.function = "MPI_Type_commit", .arguments = {"&" + *names.begin()}};
  fix.place.at = at;
  fix.place.at.line = tree.node(made).first_line;
  fix.place.at.column = 0;
  fix.place.call = called_by(tree.text_of(made));
  fix.place.name = fmt::format("{} at {}", fix.place.call, position_of(fix.place.at));
  return {fix};
}

Fixes fetch_derived(const Place& fetch, Words& words) {
  if (fetch.call != MpiCall::kFetch_and_op) return {};
  const std::vector<std::string> given = arguments_text(fetch, 7, words);
  if (given.empty()) return {};
  Fix fix = certain(FixKind::kReplaceCall, fetch, words);
  const std::string& type = given[2];
  fix.call = {.function = std::string(name_of(MpiCall::kGet_accumulate)),
              .arguments = {given[0], given[5] == "MPI_NO_OP" ? "0" : "1", type, given[1], "1", type, given[3],
                            given[4], "1", type, given[5], given[6]}};
  return {fix};
}

Fixes guard_against_nobody(const Operation& operation, Words& words) {
  const auto target = operation.request != 0 ? std::nullopt : call_text(operation, words).target;
  if (!target || *target == "MPI_PROC_NULL") return {};
  Fix fix = certain(FixKind::kGuard, operation.place, words);
  fix.argument.given = *target;
  return {fix};
}

Fixes displace_by_units(const Operation& operation, std::uint64_t unit, Words& words) {
  const auto target = call_text(operation, words).target;
  const bool plain = operation.kind == OperationKind::kPut || operation.kind == OperationKind::kGet ||
                     operation.kind == OperationKind::kAccumulate;
  constexpr int kDisplacement = 4;
  const auto given = target && plain ? words.symbolizer().argument_text(operation.place, kDisplacement) : std::nullopt;
  if (!given) return {};
  constexpr std::array<std::pair<std::string_view, std::uint64_t>, 6> kSizes = {
      {{" * sizeof(char)", 1},
       {" * sizeof(short)", sizeof(short)},
       {" * sizeof(int)", sizeof(int)},
       {" * sizeof(long)", sizeof(long)},
       {" * sizeof(float)", sizeof(float)},
       {" * sizeof(double)", sizeof(double)}}};
  for (const auto& [factor, size] : kSizes) {
    if (size != unit || !given->ends_with(factor)) continue;
    const std::string left = given->substr(0, given->size() - factor.size());
    if (left.empty() || !std::ranges::all_of(left, in_name)) return {};
    Fix fix = certain(FixKind::kReplaceArgument, operation.place, words);
    fix.argument = {.given = left, .instead_of = *given};
    return {fix};
  }
  return {};
}

std::vector<SourceEdit> guarded(const Fix& fix, SourceLines& sources) {
  const SourceLocation& at = fix.place.at;
  if (!can_be_read_as_c(at)) return {};
  const std::vector<std::string>& lines = sources.of(at.file);
  const SourceTree& tree = SourceTree::of(lines);
  const int here = tree.sound() ? tree.statement_at(at.line) : -1;
  if (here < 0 || called_by(tree.text_of(here)) != fix.place.call) return {};
  const SourceTree::Node& node = tree.node(here);
  // (An `else` that follows would belong to the new condition, and so would a pragma.)
  if (tree.node(node.parent).kind != SourceTree::Kind::kBlock || !tree.fills_its_lines(here)) return {};
  const std::string& first = lines[static_cast<std::size_t>(node.first_line) - 1];
  if (node.first_line > 1) {
    const std::string& before = lines[static_cast<std::size_t>(node.first_line) - 2];
    const std::size_t begin = before.find_first_not_of(" \t");
    if (begin != std::string::npos && before[begin] == '#') return {};
  }
  const std::string& target = fix.argument.given;
  const bool plain = std::ranges::all_of(target, [](char c) { return in_name(c) || c == '.'; });
  const std::string condition = fmt::format("if ({} != MPI_PROC_NULL)", plain ? target : "(" + target + ")");
  const std::string indent = first.substr(0, first.find_first_not_of(" \t"));
  constexpr std::size_t kLongest = 100;
  SourceEdit edit = replaced(tree, here, here, at.file, sources);
  if (edit.removed.size() == 1 && first.size() + condition.size() < kLongest) {
    edit.added = {indent + condition + " " + first.substr(indent.size())};
  } else {
    edit.added = {indent + condition};
    for (const std::string& line : edit.removed) edit.added.push_back("  " + line);
  }
  return {std::move(edit)};
}

bool are_neighbours(const FixPlace& first, const FixPlace& second, SourceLines& sources) {
  if (!can_be_read_as_c(first.at) || first.at.file != second.at.file) return false;
  const SourceTree& tree = SourceTree::of(sources.of(first.at.file));
  const int one = tree.sound() ? tree.statement_at(first.at.line) : -1, other = tree.statement_at(second.at.line);
  if (one < 0 || other < 0 || called_by(tree.text_of(one)) != first.call ||
      called_by(tree.text_of(other)) != second.call)
    return false;
  const int block = tree.block_of(one, other);
  return block >= 0 && tree.from_to(block, one, other).size() == 2 && tree.fills_its_lines(one) &&
         tree.fills_its_lines(other);
}

namespace {

// The line with another memory order; nothing: it does not name one atomic with memory_order_relaxed.
std::optional<SourceEdit> with_order(const FixPlace& place, std::string_view function, std::string_view order,
                                     SourceLines& sources) {
  const std::vector<std::string>& lines = sources.of(place.at.file);
  if (!can_be_read_as_c(place.at) || std::cmp_greater(place.at.line, lines.size())) return std::nullopt;
  const std::string& line = lines[static_cast<std::size_t>(place.at.line) - 1];
  const auto only = [&](std::string_view word) {
    const std::size_t found = line.find(word);
    return found == std::string::npos || line.find(word, found + 1) != std::string::npos ? std::string::npos : found;
  };
  constexpr std::string_view kRelaxed = "memory_order_relaxed";
  const std::size_t at = only(kRelaxed);
  if (at == std::string::npos || only("atomic_") == std::string::npos || only(function) == std::string::npos ||
      at < only(function))
    return std::nullopt;
  std::string now = line;
  now.replace(at, kRelaxed.size(), order);
  return SourceEdit{.file = place.at.file,
                    .checksum = sources.checksum(place.at.file),
                    .line = place.at.line,
                    .removed = {line},
                    .added = {std::move(now)}};
}

// Whether a statement is, or controls, nothing but a loop with this line as its head: its end shows that the flag has
// been set.
bool waits_at(const FixPlace& place, SourceLines& sources) {
  const SourceTree& tree = SourceTree::of(sources.of(place.at.file));
  const int loop = tree.sound() ? tree.part_at(place.at.line) : -1;
  if (loop < 0 || tree.node(loop).kind != SourceTree::Kind::kLoop || tree.node(loop).first_line != place.at.line)
    return false;
  std::string text = tree.text_of(loop);
  const std::size_t open = text.find('(');
  if (!text.starts_with("while") || open == std::string::npos) return false;
  // (Another way to leave it would show nothing.)
  return text.find("&&") == std::string::npos && text.find("||") == std::string::npos &&
         text.find("break") == std::string::npos && text.find("return") == std::string::npos &&
         text.find("goto") == std::string::npos && text.find('?') == std::string::npos &&
         text.find("atomic_load_explicit") < text.find(';');
}

}  // namespace

std::vector<SourceEdit> ordered(const FlagOrders& flag, SourceLines& sources) {
  const bool stores = flag.stored.known();
  std::vector<SourceEdit> edits;
  if (stores) {
    const auto edit = with_order(flag.stored, "atomic_store_explicit", "memory_order_release", sources);
    if (!edit) return {};
    edits.push_back(*edit);
  }
  const auto edit = with_order(flag.awaited, "atomic_load_explicit", "memory_order_acquire", sources);
  if (!edit || !waits_at(flag.awaited, sources)) return {};
  edits.push_back(*edit);
  std::ranges::sort(edits, {}, [](const SourceEdit& one) { return std::pair(one.file, one.line); });
  return edits;
}

void order_flag(Fix& fix, const FlagOrders& flag) {
  fix.certain = true;
  fix.place = flag.awaited;
  if (flag.stored.known()) fix.also = {flag.stored};
}

FlagOrders flag_of(const Fix& fix) {
  return {.stored = fix.also.empty() ? FixPlace{} : fix.also.front(), .awaited = fix.place};
}

Fixes post_before_start(const Place& start, const Place& post, Words& words) {
  SourceLines sources;
  Fix fix = certain(FixKind::kMove, start, words);
  fix.moved = words.fix_place(post);
  fix.side = FixSide::kBefore;
  return are_neighbours(fix.place, fix.moved, sources) ? Fixes{fix} : Fixes{};
}

Fixes detach_before(const Place& attached, const FixPlace& free, WindowKey window, Words& words) {
  const std::vector<std::string> given = arguments_text(attached, 2, words);
  const FixPlace attach = words.fix_place(attached);
  if (given.empty() || !can_be_read_as_c(attach.at) || attach.at.file != free.at.file) return {};
  SourceLines sources;
  const SourceTree& tree = SourceTree::of(sources.of(free.at.file));
  const int one = tree.sound() ? tree.statement_at(attach.at.line) : -1, other = tree.statement_at(free.at.line);
  if (one < 0 || other < 0 || tree.function_of(one) != tree.function_of(other)) return {};
  const std::string text = tree.text_of(other);
  if (called_by(text) != "free" || arguments_in(text, "free") != std::vector{given[1]}) return {};
  // The same path leads through both, once.
  const int block = tree.block_of(one, other);
  if (block < 0 || tree.node(one).begin > tree.node(other).begin) return {};
  const std::string words_given = given[0] + " " + given[1];
  bool changed = false;
  for (const int between : tree.from_to(block, one, other)) {
    if (between == one || between == other) continue;
    const std::string whole = tree.text_of(between);
    changed = changed || whole.find("MPI_Win_detach") != std::string::npos || jumps(whole) ||
              whole.find("MPI_Win_free") != std::string::npos ||
              (SourceTree::share_a_name(whole, words_given) && whole.find('=') != std::string::npos);
  }
  if (changed) return {};
  Fix fix{.kind = FixKind::kAdd, .certain = true};
  fix.call = {.function = std::string(name_of(MpiCall::kWin_detach)), .arguments = {given[0], given[1]}};
  fix.side = FixSide::kBefore;
  fix.place = free;
  fix.operation = attach;
  fix.window = window;
  return {fix};
}

}  // namespace fencepost
