#include "advice/meeting_place.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "advice/source_tree.h"
#include "model/system_source.h"
#include "model/template_name.h"
#include "words/words.h"

namespace fencepost {
namespace {

using Kind = SourceTree::Kind;

// The outermost loop from a node down to a statement, both included; -1: there is none.
int outermost_loop(const SourceTree& tree, int statement, int node) {
  int found = -1;
  for (int at = statement; at >= 0; at = tree.node(at).parent) {
    if (tree.node(at).kind == Kind::kLoop) found = at;
    if (at == node) break;
  }
  return found;
}

// Frames that have a source, the outermost first.
std::vector<SourceLocation> outermost_first(std::vector<SourceLocation> frames) {
  std::erase_if(frames, [](const SourceLocation& frame) { return frame.file.empty(); });
  std::ranges::reverse(frames);
  return frames;
}
std::vector<SourceLocation> outermost_first(const FixPlace& place) {
  return outermost_first(place.frames.empty() ? std::vector{place.at} : place.frames);
}

struct Loop {
  std::size_t frame = 0;  // of the outermost first
  SourceLocation at;
  bool calls = false;    // it makes MPI calls
  std::string function;  // the loop is in a library of the compiler: the function that `at` calls there
};

// The outermost loop that leads to the one place (a call or not) and not to the other.
std::optional<Loop> loop_of_one(const std::vector<SourceLocation>& one, const std::vector<SourceLocation>& other,
                                bool makes_call, SourceLines& sources) {
  std::size_t parting = 0;
  while (parting < one.size() && parting < other.size() && one[parting].line == other[parting].line &&
         one[parting].file == other[parting].file)
    ++parting;
  if (parting >= one.size() || parting >= other.size() || one[parting].file != other[parting].file ||
      one[parting].function != other[parting].function)
    return std::nullopt;
  std::size_t last = parting;  // of the frames outside of libraries of the compiler
  for (std::size_t i = parting; i < one.size(); ++i) {
    // (The lines of a closure may be in a loop that does not call it.)
    if (!can_be_read(one[i]) || one[i].function.find("operator()") != std::string::npos) return std::nullopt;
    const SourceTree& tree = tree_of(one[i].file, sources.of(one[i].file));
    const int statement = tree.sound() ? tree.statement_or_part_at(one[i].line) : -1;
    if (statement < 0) return std::nullopt;
    int top = tree.function_of(statement);
    if (i == parting) {
      int here = statement, there = tree.statement_or_part_at(other[i].line);
      const int function = there < 0 ? -1 : tree.function_of(there);
      if (there < 0 || function != top || tree.around(here, there) < 0 || here == there) return std::nullopt;
      top = here;
    }
    const int loop = outermost_loop(tree, statement, top);
    const bool in_library = is_system_source(one[i].file);
    if (!in_library) last = i;
    if (loop < 0) continue;
    // (std::sort calls what it is given again and again.)
    if (in_library) return Loop{last, one[last], makes_call, one[last + 1].function};
    SourceLocation at = first_line_of(tree, loop, one[i]);
    return Loop{i, std::move(at), makes_call || is_call_of_mpi(tree.text_of(loop))};
  }
  return std::nullopt;
}

// The place becomes that of the loop.
void lift(FixPlace& place, const std::vector<SourceLocation>& frames, const Loop& loop) {
  if (loop.at.line == place.at.line && loop.at.file == place.at.file) return;
  place.name = loop.function.empty()
                   ? fmt::format("the loop at {}", position_of(loop.at))
                   : fmt::format("the call of {} at {}", template_name(loop.function), position_of(loop.at));
  place.call.clear();
  place.at = loop.at;
  place.frames.assign(frames.begin(), frames.begin() + static_cast<std::ptrdiff_t>(loop.frame));
  place.frames.push_back(loop.at);
  std::ranges::reverse(place.frames);
}

// Whether a statement inside may call a function.
bool calls_in(const SourceTree& tree, int index) {
  const SourceTree::Node& node = tree.node(index);
  if (node.kind == Kind::kSimple) return calls_a_function(tree.text_of(index));
  return std::ranges::any_of(node.children, [&](int child) { return calls_in(tree, child); });
}

// "shared[0]++;", "*sum += 2;": each execution changes the same variable, and reads nothing else from memory.
bool counts_one(const std::string& statement) {
  const auto changes = std::min({statement.find("++"), statement.find("--"), statement.find("+="), statement.find("-="),
                                 statement.find("*="), statement.find("|="), statement.find("^=")});
  if (changes == std::string::npos) return false;
  const bool in_front = statement.find_first_not_of(" \t\n(") == changes;
  const std::string changed = in_front ? statement.substr(changes + 2) : statement.substr(0, changes);
  if (!in_front && statement.find_first_of("[*>=", changes + 2) != std::string::npos) return false;
  // An element that another round changes as well: its index is a number.
  for (std::size_t at = changed.find('['); at != std::string::npos; at = changed.find('[', at + 1)) {
    const std::size_t end = changed.find(']', at);
    if (end == std::string::npos ||
        changed.substr(at + 1, end - at - 1).find_first_not_of("0123456789 ") != std::string::npos)
      return false;
  }
  return changed.find('=') == std::string::npos;
}

// Whether an `if` or the like decides about the statement in each round of a loop.
bool is_decided_in(const SourceTree& tree, int statement, int loop) {
  for (int at = tree.node(statement).parent; at > loop; at = tree.node(at).parent)
    if (tree.node(at).kind != Kind::kBlock && tree.node(at).kind != Kind::kLoop) return true;
  return false;
}

bool is_meeting(const Fix& fix) {
  return fix.kind == FixKind::kAdd && fix.call.function.empty() && fix.met_by && fix.met_by->thread < 0 &&
         !fix.until.next_round && fix.place.known() && fix.met_by->before.known();
}

}  // namespace

void lift_out_of_loops(Fixes& fixes, const std::vector<FixPlace>& ends, SourceLines& sources) {
  for (Fix& fix : fixes) {
    if (!is_meeting(fix)) continue;
    FixPlace &since = fix.place, &before = fix.met_by->before;
    const auto one = outermost_first(since), other = outermost_first(before);
    const auto behind = loop_of_one(one, other, !since.call.empty(), sources);
    const auto ahead = loop_of_one(other, one, !before.call.empty(), sources);
    const bool one_calls = behind && behind->calls, other_calls = ahead && ahead->calls;
    // Loops without calls are passed as a whole: nobody looks for the place of a call in them. Where both are in loops
    // with calls, each round of the one may belong to a round of the other.
    if (one_calls == other_calls) continue;
    const auto end = std::ranges::find_if(ends, [&](const FixPlace& call) {
      return one_calls && call.rank == since.rank && !fix.only_if.first.known() && call.at.file == since.at.file &&
             call.at.function == since.at.function && call.at.line > since.at.line &&
             !loop_of_one(outermost_first(call), other, true, sources);
    });
    if (end != ends.end())
      since = *end;
    else if (behind)
      lift(since, one, *behind);
    if (ahead) lift(before, other, *ahead);
  }
}

bool in_one_loop(const std::vector<SourceLocation>& statements, SourceLines& sources) {
  if (statements.empty() || !can_be_read(statements.front())) return false;
  const std::string& file = statements.front().file;
  const SourceTree& tree = tree_of(file, sources.of(file));
  int around = tree.sound() ? tree.statement_or_part_at(statements.front().line) : -1;
  const int function = around < 0 ? -1 : tree.function_of(around);
  for (const SourceLocation& at : statements) {
    int one = at.file == file ? tree.statement_or_part_at(at.line) : -1;
    if (one < 0 || around < 0 || tree.function_of(one) != function) return false;
    if (one == around) continue;
    int other = around;
    around = tree.around(other, one);
  }
  while (around > 0 && tree.node(around).kind != Kind::kLoop) around = tree.node(around).parent;
  return around > 0;
}

std::optional<SourceLocation> loop_without_calls(const SourceLocation& one, const SourceLocation& other,
                                                 SourceLines& sources) {
  if (one.file != other.file || !can_be_read(one)) return std::nullopt;
  const SourceTree& tree = tree_of(one.file, sources.of(one.file));
  int here = tree.sound() ? tree.statement_or_part_at(one.line) : -1;
  int there = here < 0 ? -1 : tree.statement_or_part_at(other.line);
  if (here < 0 || there < 0 || here == there || tree.function_of(here) != tree.function_of(there)) return std::nullopt;
  int loop = tree.around(here, there);
  // (Who comes to the one need not come to the other.)
  if (loop < 0 || tree.node(loop).kind == Kind::kIf) return std::nullopt;
  while (loop > 0 && tree.node(loop).kind != Kind::kLoop) loop = tree.node(loop).parent;
  if (loop <= 0) return std::nullopt;
  // By calls or atomics, ranks may wait for each other in it.
  const std::string text = tree.text_of(loop);
  const auto has = [&](const char* sign) { return text.find(sign) != std::string::npos; };
  if (is_call_of_mpi(text) || calls_in(tree, loop) || has("atomic") || has("Atomic") || has("__sync") ||
      has("volatile"))
    return std::nullopt;
  return first_line_of(tree, loop, one);
}

Rounds rounds_of(std::vector<SourceLocation> one, std::vector<SourceLocation> other, SourceLines& sources) {
  Rounds found;
  one = outermost_first(std::move(one));
  other = outermost_first(std::move(other));
  if (one.empty() || one.size() != other.size()) return found;
  int loops = 0;
  for (std::size_t i = 0; i < one.size(); ++i) {
    const SourceLocation& at = one[i];
    if (at.line != other[i].line || at.file != other[i].file || !can_be_read(at)) return found;
    const SourceTree& tree = tree_of(at.file, sources.of(at.file));
    const int statement = tree.sound() ? tree.statement_or_part_at(at.line) : -1;
    if (statement < 0) return found;
    const int outer = outermost_loop(tree, statement, tree.function_of(statement));
    for (int node = statement; outer >= 0 && node >= outer; node = tree.node(node).parent)
      loops += tree.node(node).kind == Kind::kLoop ? 1 : 0;
    if (outer >= 0 && !found.loop) found.loop = first_line_of(tree, outer, at);
    // (A caller may decide for each rank whether it calls.)
    found.counts =
        one.size() == 1 && outer >= 0 && counts_one(tree.text_of(statement)) && !is_decided_in(tree, statement, outer);
  }
  found.known = true;
  found.nested = loops > 1;
  return found;
}

}  // namespace fencepost
